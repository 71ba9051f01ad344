import type { Page } from "playwright";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export type Screen = {
  name: string;
  path: string;
  widths: readonly number[];
  /** Both when left out. */
  schemes?: readonly Scheme[];
  /** What floats above the page is pictured in the window, a page as long as it is. */
  open?: (page: Page) => Promise<void>;
};

export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
