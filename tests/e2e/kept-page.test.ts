import type { Page } from "playwright";
import { afterAll } from "vitest";
import { signedIn } from "../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../support/browser.ts";
import { createPagePool } from "./kept-page.ts";

const keptPages = createPagePool();
afterAll(keptPages.close);
const asVisitor = { session: undefined, colorScheme: "light" } as const;
const isDark = (page: Page) => page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);

test("a visit finds nothing of the one before it, and what that complained about was told at its end", async () => {
  const { token } = await signedIn();
  const page = await keptPages.visit({ session: token, colorScheme: "dark" });
  await page.goto("/portal");
  await page.route("**/sign-in/**", (route) => route.abort());
  await page.route("**/v1/never", () => undefined);
  expect(await isDark(page)).toBe(true);
  await page.setViewportSize(phoneViewport);
  await page.getByRole("heading").first().hover();
  await page.evaluate(() => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    void fetch("/v1/never");
    console.error("of the first");
    open("/store");
  });
  await expect.poll(() => page.context().pages().length).toBe(2);
  expect(await keptPages.leave()).toEqual(["console: of the first"]);

  const nextPage = await keptPages.visit(asVisitor);
  expect((await nextPage.goto("/sign-in/crunchbox"))?.status()).toBe(200);
  expect(nextPage.context().pages()).toEqual([nextPage]);
  expect(await nextPage.context().cookies()).toEqual([]);
  const leftovers = await nextPage.evaluate(() => ({
    stored: [localStorage.length, sessionStorage.length],
    width: innerWidth,
    pointedAt: document.querySelectorAll(":hover").length,
  }));
  expect(leftovers).toEqual({ stored: [0, 0], width: desktopViewport.width, pointedAt: 0 });
  expect(await isDark(nextPage)).toBe(false);
  expect(await keptPages.leave()).toEqual([]);
});

test("a page that has crashed or was closed is another one at the next visit", async () => {
  for (const endPage of [(page: Page) => page.goto("chrome://crash"), (page: Page) => page.close()]) {
    await endPage(await keptPages.visit(asVisitor)).catch(() => undefined);
    await expect(keptPages.leave()).rejects.toThrow();
    const nextPage = await keptPages.visit(asVisitor);
    expect((await nextPage.goto("/sign-in/crunchbox"))?.status()).toBe(200);
    expect(await keptPages.leave()).toEqual([]);
  }
});
