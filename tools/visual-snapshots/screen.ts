import type { Page } from "playwright";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export type Screen = {
  name: string;
  path: string;
  widths: readonly number[];
  /** Default: both. */
  schemes?: readonly Scheme[];
  /**
   * Opens a part that floats above the page, or another page; the screenshot then shows the window instead of the full
   * page.
   */
  open?: (page: Page) => Promise<void>;
};

export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
