import type { Locator, Page } from "playwright";
import { expect } from "../support/browser.ts";

const maxStops = 60;

/** Whether the focused element shows the focus by an outline of at least 2 px, its own or its row's. */
export const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    return [focused, focused.closest("tr.linked")].some((candidate) => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
  });

/** Presses Tab until the target has the focus; the focus must be visible at each stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press("Tab");
    expect(await isFocusVisible(page), await page.evaluate(() => document.activeElement?.outerHTML ?? "")).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}
