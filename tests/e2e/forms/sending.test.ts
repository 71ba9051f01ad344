import type { Page, Request, Route } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { createUser, uniqueEmail, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { workerUrl } from "../../support/app.ts";
import { button, enterCredentials, field, linkFor, newPassword } from "../account/steps.ts";

const unknown = "An unknown error occurred, please try again.";
const captchaFailed = "Captcha verification failed. Please try again.";
const inactive = "Sorry, your account is currently inactive. Please contact our support team for assistance.";
const alertOf = (page: Page) => page.getByRole("alert");

/** Holds every request to a path until `release`; counts them. */
async function hold(page: Page, path: string): Promise<{ seen: Request[]; release: () => void }> {
  const seen: Request[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    seen.push(route.request());
    await promise;
    await route.continue();
  });
  return { seen, release: resolve };
}

async function fillRequest(page: Page): Promise<void> {
  await field(page, "First Name").fill("Ada");
  await field(page, "Last Name").fill("Byron");
  await field(page, "Organization").fill(unique("Engines"));
  await field(page, "Email Address").fill(uniqueEmail());
}

test("the request button says SENDING REQUEST... while it works, and two clicks send once", async ({ page }) => {
  await page.goto("/request-account");
  await fillRequest(page);
  const { seen, release } = await hold(page, "/v1/sso/account-request");
  await button(page, "Request").dblclick();
  await expect(button(page, "SENDING REQUEST...")).toHaveAttribute("aria-busy", "true");
  await field(page, "Email Address").press("Enter");
  await expect.poll(() => seen.length).toBe(1);
  release();
  await expect(page.getByText("Your request has been submitted")).toBeVisible();
  await expect(page.locator("form")).toHaveCount(0);
  await expect(page.locator("main button")).toHaveCount(0);
  expect(seen).toHaveLength(1);
});

test("Enter in a finished form sends it, once", async ({ page }) => {
  await page.goto("/recover-password");
  const { seen, release } = await hold(page, "/v1/sso/password-reset");
  await field(page, "Email Address").fill(uniqueEmail());
  await field(page, "Email Address").press("Enter");
  await field(page, "Email Address").press("Enter");
  release();
  await expect(page.getByRole("heading")).toHaveText("We’ve sent you an email");
  expect(seen).toHaveLength(1);
});

test("every guarded call carries a token of its own action", async ({ page }) => {
  const sent: [path: string, action: string][] = [];
  page.on("request", (request) => {
    const token = request.headers()["x-captcha-token"];
    if (token) sent.push([new URL(request.url()).pathname, token.split(".")[1] ?? ""]);
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
  await enterCredentials(page, uniqueEmail());
  await expect(alertOf(page)).toHaveText("Invalid username or password");
  expect(sent).toEqual([
    ["/v1/sso/account-request", "requestAccount"],
    ["/v1/sso/password-reset", "recoverPassword"],
    ["/v1/sso/session", "signIn"],
  ]);
});

test("wrong credentials are told under the form until the next change, and nothing typed is lost", async ({ page }) => {
  await page.clock.install();
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await enterCredentials(page, email, "Wrong-1234!");
  const refusal = page.locator("form > :last-child");
  await expect(refusal).toHaveText("Invalid username or password");
  await expect(refusal).toHaveRole("alert");
  await page.clock.runFor(10_000);
  await expect(refusal).toHaveText("Invalid username or password");
  await expect(field(page, "Email Address")).toHaveValue(email);
  await expect(field(page, "Password")).toHaveValue("Wrong-1234!");
  await field(page, "Password").pressSequentially("?");
  await expect(alertOf(page)).toHaveCount(0);
});

/** Fakes the page's clock and stops it once the page stands; tokens of the bot check stay fresh enough. */
async function stopClock(page: Page, path: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.goto(path);
  await page.clock.pauseAt(now + 60_000);
}

/** The alert is there for 4 seconds and not longer. */
async function expectPassing(page: Page, text: string): Promise<void> {
  const alert = alertOf(page);
  await expect(alert).toHaveText(text);
  await page.clock.runFor(100);
  await page.clock.runFor(3800);
  await expect(alert).toHaveText(text);
  await page.clock.runFor(300);
  await expect(alert).toHaveCount(0);
}

test("a refused bot check (401) is an alert above the form that passes after 4 seconds", async ({ page }) => {
  await stopClock(page, "/sign-in/crunchbox");
  await sandbox.addFault({ service: "captcha", path: "siteverify", kind: "status", value: 500 });
  const { email } = await createUser();
  await enterCredentials(page, email);
  await expect(page.locator("form > :first-child")).toHaveText(captchaFailed);
  await expectPassing(page, captchaFailed);
  await expect(field(page, "Password")).not.toHaveValue("");
  await sandbox.clearFaults();
});

test("an inactive account (403) is an alert that passes after 4 seconds, even while a person types", async ({ page }) => {
  await stopClock(page, "/sign-in/crunchbox");
  const { email } = await createUser({ state: "inactive" });
  await enterCredentials(page, email);
  await expect(alertOf(page)).toHaveText(inactive);
  await field(page, "Password").press("End");
  await field(page, "Password").pressSequentially("x");
  await expectPassing(page, inactive);
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
    await expect(alertOf(page)).toHaveText(captchaFailed);
    await expect(button(page, submit)).toBeEnabled();
    await expect(alertOf(page), "gone by itself").toHaveCount(0);
    await button(page, submit).click();
    await expect(page.getByText(/We’ve sent you an email|Your request has been submitted/)).toBeVisible();
  }
  await sandbox.clearFaults();
});

test("a low score has the words of a refused bot check", async ({ page }) => {
  const script = `window.grecaptcha = { ready: (ask) => ask(), execute: async () => "sandbox-low-score" };`;
  await page.route("**/captcha/api.js*", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto("/sign-in/crunchbox");
  await enterCredentials(page, uniqueEmail());
  await expect(alertOf(page)).toHaveText(captchaFailed);
});

const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });
const failures: [what: string, answer: (route: Route) => Promise<void>, told: string][] = [
  ["429", json(429, { success: false, message: "Too Many Requests", remaining: 30 }), "Too Many Requests. Please try again in 30 seconds."],
  ["500", json(500, { success: false, message: "Internal Server Error" }), "Something went wrong on our side, please try again."],
  ["503", json(503, { success: false, message: "x" }), unknown],
  ["404 of a proxy", json(404, "no such host"), unknown],
  ["success in another shape", json(201, { ok: 1 }), unknown],
  ["success without the person", json(201, { success: true }), unknown],
  ["a page instead of JSON", (route) => route.fulfill({ status: 201, contentType: "text/html", body: "<p>Welcome to our hotel</p>" }), unknown],
  ["no answer", (route) => route.abort(), unknown],
];

test("other failures are told in plain words that stay, and the form can be sent again as it is", async ({ page }) => {
  await page.goto("/sign-in/crunchbox");
  await field(page, "Email Address").fill("kept@example.test");
  await field(page, "Password").fill("Kept-1234!");
  for (const [what, answer, told] of failures) {
    await page.route("**/v1/sso/session", answer, { times: 1 });
    await button(page, "SIGN IN").click();
    await expect(alertOf(page), what).toHaveText(told);
    await expect(field(page, "Email Address")).toHaveValue("kept@example.test");
    await expect(field(page, "Password")).toHaveValue("Kept-1234!");
    await field(page, "Email Address").fill("other@example.test");
    await expect(alertOf(page), what).toHaveCount(0);
    await field(page, "Email Address").fill("kept@example.test");
  }
});

test("recovery keeps its form on 429 and 500 and shows the same completion on 404 and 422", async ({ page }) => {
  for (const [status, told] of [
    [429, "Too Many Requests"],
    [500, "Something went wrong on our side, please try again."],
    [404, "We’ve sent you an email"],
    [422, "We’ve sent you an email"],
  ] as const) {
    await page.goto("/recover-password");
    const body = { success: false, message: "Too Many Requests", errcode: "X" };
    await page.route("**/v1/sso/password-reset", json(status, body), { times: 1 });
    await field(page, "Email Address").fill("kept@example.test");
    await button(page, "ENTER").click();
    await expect(status < 429 ? page.getByRole("heading") : alertOf(page)).toHaveText(told);
    if (status >= 429) await expect(field(page, "Email Address")).toHaveValue("kept@example.test");
  }
});

test("a refused field of the server is told at its field", async ({ page }) => {
  await page.goto("/request-account");
  await fillRequest(page);
  const issues = [{ code: "custom", path: ["serial"], message: "There is no device with this serial number." }];
  await page.route("**/v1/sso/account-request", json(400, { success: false, message: "Bad Request", issues }), { times: 1 });
  await button(page, "Request").click();
  await expect(field(page, "CGX Serial Number")).toHaveAccessibleDescription(/^There is no device with this serial number\./);
});

test("a link that was used up meanwhile is told in an alert and the password stays typed", async ({ open }) => {
  const url = await linkFor(await createUser(), "verify:email-password-reset");
  const [first, second] = [await open(), await open()];
  for (const page of [first, second]) {
    await page.goto(url);
    await field(page, "New password").fill(newPassword);
    await field(page, "Repeat New Password").fill(newPassword);
  }
  await second.clock.install();
  await second.context().clearCookies();
  await button(second, "UPDATE").click();
  await expect(alertOf(second)).toHaveText("Your login session has expired or is invalid. Please log in again.");
  await expect(field(second, "New password")).toHaveValue(newPassword);
});

test("nothing leaves our origin before a person touches the form, then the bot check loads once", async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== workerUrl) foreign.push(request.url());
  });
  for (const path of ["/sign-in/crunchbox", "/request-account", "/recover-password"]) {
    foreign.length = 0;
    await page.goto(path, { waitUntil: "networkidle" });
    expect(foreign, path).toEqual([]);
    const inputs = page.locator("form input");
    const loaded = page.waitForResponse(/\/captcha\/api\.js\?render=/);
    await inputs.first().click();
    await loaded;
    for (const input of await inputs.all()) await input.focus();
    expect(foreign, path).toHaveLength(1);
  }
});

test("a bot check that cannot be loaded is told as such, and loading it is tried again", async ({ page }) => {
  await page.route("**/captcha/api.js*", (route) => route.abort());
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await enterCredentials(page, email);
  await expect(alertOf(page)).toHaveText(captchaFailed);
  await page.unroute("**/captcha/api.js*");
  await button(page, "SIGN IN").click();
  await expect(page).toHaveURL(/\/store$/);
});
