import type { Page } from "playwright";
import { type OpenedPage, openPage, signIn, desktopViewport } from "../support/browser.ts";

type Visit = { session: string | undefined; colorScheme: "light" | "dark" };

/**
 * A page that one visit after the other has to itself, as if it were new: a browser profile of its own for each costs
 * as much as looking at it does. What a visit leaves behind goes with it; one that cannot be left takes the page along.
 */
export function keepPage() {
  let kept: OpenedPage | undefined;

  async function close(): Promise<void> {
    const closing = kept;
    kept = undefined;
    await closing?.close();
  }

  async function leaveBehind({ page, complaints }: OpenedPage): Promise<string[]> {
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // a picture has no script and the origin whose storage is to be emptied
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
      kept ??= await openPage();
      const { page } = kept;
      await page.setViewportSize(desktopViewport);
      await page.emulateMedia({ colorScheme });
      if (session) await signIn(page.context(), session);
      return page;
    },
    /** Ends the visit; answers the page's errors meanwhile. */
    async leave(): Promise<string[]> {
      if (!kept) return [];
      try {
        return await leaveBehind(kept);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}
