import type { Page } from "playwright";
import type { Actor } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";

export type State = {
  name: string;
  /** The viewer; a visitor by default. */
  who?: () => Promise<Actor>;
  reach: (page: Page) => Promise<unknown>;
  /** Every line of the main part, where the specification or its decisions give the exact text. */
  lines?: readonly string[];
  dark?: boolean;
};

export const openPath = (path: string) => (page: Page) => page.goto(path);
export const openAndAct =
  (path: string, act: (page: Page) => Promise<unknown>, expectedText: string) => async (page: Page) => {
    await page.goto(path);
    await act(page);
    await expect(page.getByText(expectedText, { exact: true }).first()).toBeVisible();
  };
export const pressEnter = (page: Page) => page.locator("main form input").first().press("Enter");
export const mockResponse = (path: string, status: number, body: unknown) => (page: Page) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));
