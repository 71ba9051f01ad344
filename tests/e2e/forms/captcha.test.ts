import { expect, test } from "../../support/browser.ts";
import { workerUrl } from "../../support/app.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { alertOf, button, captchaMessage, submitCredentials, field, fillRequest } from "../account/steps.ts";

test("nothing leaves our origin before a person touches the form, then the bot check loads once", async ({ page }) => {
  const foreignPaths: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== workerUrl) foreignPaths.push(pathname);
  });
  for (const path of ["/sign-in/crunchbox", "/request-account", "/recover-password"]) {
    foreignPaths.length = 0;
    await page.goto(path, { waitUntil: "networkidle" });
    expect(foreignPaths, path).toEqual([]);
    const inputs = page.locator("form input");
    const scriptLoad = page.waitForResponse(/\/captcha\/release\.js\?render=/);
    await inputs.first().click();
    await scriptLoad;
    for (const input of await inputs.all()) await input.focus();
    expect(foreignPaths, path).toEqual(["/captcha/api.js", "/captcha/release.js"]);
  }
});

test("every guarded call carries a token of its own action", async ({ page }) => {
  const guardedCalls: [path: string, action: string][] = [];
  page.on("request", (request) => {
    const token = request.headers()["x-captcha-token"];
    if (token) guardedCalls.push([new URL(request.url()).pathname, token.split(".")[1] ?? ""]);
  });
  await page.goto("/request-account");
  await fillRequest(page);
  await button(page, "Request").click();
  await expect(page.getByText("Your request has been submitted")).toBeVisible();
  await page.goto("/recover-password");
  await field(page, "Email Address").fill(uniqueEmail());
  await button(page, "ENTER").click();
  await expect(page.getByRole("heading")).toHaveText("We’ve sent you an email");
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, uniqueEmail());
  await expect(alertOf(page)).toHaveText("Invalid username or password");
  expect(guardedCalls).toEqual([
    ["/v1/sso/account-request", "requestAccount"],
    ["/v1/sso/password-reset", "recoverPassword"],
    ["/v1/sso/session", "signIn"],
  ]);
});

test("a low score has the words of a refused bot check", async ({ page }) => {
  const script = `window.grecaptcha = { ready: (ask) => ask(), execute: async () => "sandbox-low-score" };`;
  await page.route("**/captcha/api.js*", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, uniqueEmail());
  await expect(alertOf(page)).toHaveText(captchaMessage);
});

test("a bot check that cannot be loaded is told as such, and loading it is tried again", async ({ page }) => {
  await page.route("**/captcha/api.js*", (route) => route.abort());
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, email);
  await expect(alertOf(page)).toHaveText(captchaMessage);
  await page.unroute("**/captcha/api.js*");
  await button(page, "SIGN IN").click();
  await expect(page).toHaveURL(/\/store$/);
});

test("recovery keeps its form when the bot check refuses, and request account too", async ({ page }) => {
  for (const [path, submit] of [
    ["/recover-password", "ENTER"],
    ["/request-account", "Request"],
  ] as const) {
    await page.goto(path);
    await sandbox.addFault({ service: "captcha", path: "siteverify", kind: "cut" });
    if (submit === "Request") await fillRequest(page);
    else await field(page, "Email Address").fill(uniqueEmail());
    await button(page, submit).click();
    await expect(alertOf(page)).toHaveText(captchaMessage);
    await expect(button(page, submit)).toBeEnabled();
    await button(page, submit).click();
    await expect(page.getByText(/We’ve sent you an email|Your request has been submitted/)).toBeVisible();
  }
  await sandbox.clearFaults();
});
