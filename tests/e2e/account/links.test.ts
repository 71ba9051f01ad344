import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { button, field, link } from "./steps.ts";

function sortQuery(address: string): string {
  const url = new URL(address, "http://any.test");
  url.searchParams.sort();
  return url.pathname + url.search;
}

const linkTarget = async (page: Page, name: string) => sortQuery((await link(page, name).getAttribute("href")) ?? "");

test("/ and /sign-in lead to the storefront's sign-in and keep the query", async ({ page }) => {
  for (const path of ["/", "/sign-in"]) {
    await page.goto(`${path}?is_payment_redirect=true&redirect_uri=%2Fportal&x=1`);
    await expect(page).toHaveURL("/sign-in/crunchbox?is_payment_redirect=true&redirect_uri=%2Fportal&x=1");
  }
  await page.goto("/?client_id=flowpoint-win&x=1");
  await expect(page).toHaveURL("/sign-in/flowpoint-win?x=1");
});

test("the client and the query travel from sign-in to the other screens and back", async ({ page }) => {
  await page.goto("/sign-in/crunchbox-admin?redirect_uri=%2Fadmin&note=a%26b");
  const sharedQuery = "client_id=crunchbox-admin&note=a%26b&redirect_uri=%2Fadmin";
  const signInAddress = "/sign-in/crunchbox-admin?note=a%26b&redirect_uri=%2Fadmin";
  expect(await linkTarget(page, "Forgot Password?")).toBe(`/recover-password?${sharedQuery}`);
  await link(page, "Request Account").click();
  await expect(page.getByRole("heading")).toHaveText("Request account");
  expect(sortQuery(page.url())).toBe(`/request-account?${sharedQuery}`);
  await link(page, "Sign In").click();
  await expect(page.getByRole("heading")).toHaveText("Sign In");
  expect(sortQuery(page.url())).toBe(signInAddress);

  await link(page, "Forgot Password?").click();
  await field(page, "Email Address").fill("nobody@example.test");
  await button(page, "ENTER").click();
  await link(page, "SIGN IN").click();
  await expect(page.getByRole("heading")).toHaveText("Sign In");
  expect(sortQuery(page.url())).toBe(signInAddress);
});

test("links back fall to the storefront for an unknown client and drop what is meant for one screen", async ({
  page,
}) => {
  await page.goto("/request-account?client_id=nobody&expired=true&x=1");
  expect(await linkTarget(page, "Sign In")).toBe("/sign-in/crunchbox?x=1");
  await page.goto("/request-account");
  expect(await linkTarget(page, "Sign In")).toBe("/sign-in/crunchbox");
});

test("a query cannot smuggle markup or another host into a page's links", async ({ page }) => {
  await page.goto(`/request-account?client_id=${encodeURIComponent('"><img src=x onerror=alert(1)>')}&a=%22%3E%3Cb%3E`);
  await expect(page.locator("main img, main b")).toHaveCount(0);
  expect(await linkTarget(page, "Sign In")).toBe("/sign-in/crunchbox?a=%22%3E%3Cb%3E");
});

test("the payment banner appears for the exact text true only", async ({ page }) => {
  const banner = page.getByText("Sign in to CrunchBox to purchase CGX products", { exact: true });
  await page.goto("/sign-in/crunchbox?is_payment_redirect=true");
  await expect(banner).toBeVisible();
  for (const value of ["True", "TRUE", "1", "", "true "]) {
    await page.goto(`/sign-in/crunchbox?is_payment_redirect=${encodeURIComponent(value)}`);
    await expect(page.getByRole("heading")).toHaveText("Sign In");
    await expect(banner, `"${value}"`).toHaveCount(0);
  }
});

test("expired=true is read as the exact text only", async ({ page }) => {
  for (const value of ["True", "1", ""]) {
    await page.goto(`/recover-password?expired=${value}`);
    await expect(page.getByRole("heading")).toHaveText("Recover your password");
  }
});

const unknownPaths = [
  "/nowhere",
  "/sign-in/crunchbox-sso",
  "/sign-in/Crunchbox",
  "/sign-in/crunchbox/more",
  "/verify/not-a-uuid/ABC123",
  "/setup/not-a-uuid/ABC123",
  "/verify-email/not-a-uuid/ABC123",
];

test("unknown paths, unknown clients and malformed ids show the not-found view with a way home", async ({ page }) => {
  for (const path of unknownPaths) {
    await page.goto(path);
    await expect(page.getByRole("heading"), path).toHaveText("Page not found");
    await expect(link(page, "Go to home")).toBeVisible();
  }
  await link(page, "Go to home").click();
  await expect(page).toHaveURL(/\/store$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Page not found");
});

test("well-formed links that nobody was sent lead to the expired screens", async ({ page }) => {
  const unknownId = "00000000-0000-4000-8000-000000000000";
  for (const screen of ["verify", "setup"]) {
    await page.goto(`/${screen}/${unknownId}/ABC123`);
    await expect(page).toHaveURL("/recover-password?expired=true");
  }
  await page.goto(`/verify-email/${unknownId}/ABC123`);
  await expect(page.getByRole("heading")).toHaveText("Your link has expired");
});

test("the license page offers sign-in to visitors only", async ({ open }) => {
  const visitor = await open();
  await visitor.goto("/license-agreement");
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(link(visitor, "Sign In / Request Account")).toHaveAttribute("href", "/sign-in/crunchbox");
  const signedInPage = await open({ session: (await signedIn()).token });
  await signedInPage.goto("/license-agreement");
  await expect(signedInPage.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(link(signedInPage, "Sign In / Request Account")).toHaveCount(0);
});
