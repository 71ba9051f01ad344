import type { Page } from "playwright";
import { type OpenedPage, openPage, signIn, desktopViewport } from "../support/browser.ts";

type Visit = { session: string | undefined; colorScheme: "light" | "dark" };

/**
 * One page that visits use in turn, each as if it were new: a new browser profile for each visit takes
 * as long as the visit itself. Leaving a visit resets the page; if the reset fails, the page is closed.
 */
export function createPagePool() {
  let current: OpenedPage | undefined;

  async function close(): Promise<void> {
    const closingPage = current;
    current = undefined;
    await closingPage?.close();
  }

  async function resetPage({ page, complaints }: OpenedPage): Promise<string[]> {
    const context = page.context();
    for (const otherPage of context.pages()) if (otherPage !== page) await otherPage.close();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // Storage is cleared on an image of the same origin, because an image runs no script.
    await page.goto("/favicon.svg");
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    return complaints.splice(0);
  }

  return {
    async visit({ session, colorScheme }: Visit): Promise<Page> {
      current ??= await openPage();
      const { page } = current;
      await page.setViewportSize(desktopViewport);
      await page.emulateMedia({ colorScheme });
      if (session) await signIn(page.context(), session);
      return page;
    },
    /** Ends the visit and returns the errors that the page reported during it. */
    async leave(): Promise<string[]> {
      if (!current) return [];
      try {
        return await resetPage(current);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}
