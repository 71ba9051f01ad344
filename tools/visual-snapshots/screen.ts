import type { Page } from "playwright";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export type Screen = {
  name: string;
  path: string;
  widths: readonly number[];
  /** Both when left out. */
  schemes?: readonly Scheme[];
  /** Pages with parts that float are captured in the window, others in full length. */
  open?: (page: Page) => Promise<void>;
};

export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
