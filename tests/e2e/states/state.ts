import type { Page } from "playwright";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";

/** One screen state. */
export type State = {
  name: string;
  /** The viewer; a visitor by default. */
  who?: () => Promise<Actor>;
  reach: (page: Page) => Promise<unknown>;
  /** Every line of the main part, letter by letter, where the specification or its decisions print it. */
  lines?: readonly string[];
  dark?: boolean;
};

export const at = (path: string) => (page: Page) => page.goto(path);
export const after = (path: string, act: (page: Page) => Promise<unknown>, seen: string) => async (page: Page) => {
  await page.goto(path);
  await act(page);
  await expect(page.getByText(seen, { exact: true }).first()).toBeVisible();
};
export const pressEnter = (page: Page) => page.locator("main form input").first().press("Enter");
export const answer = (path: string, status: number, body: unknown) => (page: Page) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));
