import type { Page, Route } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { createUser } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import {
  alertOf,
  button,
  captchaMessage,
  submitCredentials,
  field,
  fillRequest,
  linkFor,
  newPassword,
} from "../account/steps.ts";

const unknownError = "An unknown error occurred, please try again.";
const inactiveMessage = "Sorry, your account is currently inactive. Please contact our support team for assistance.";

test("wrong credentials are told under the form until the next change, and nothing typed is lost", async ({ page }) => {
  await page.clock.install();
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, email, "Wrong-1234!");
  const refusalAlert = page.locator("form > button[type=submit] + *, form > button:not([type]) + *");
  await expect(refusalAlert).toHaveText("Invalid username or password");
  await expect(refusalAlert).toHaveRole("alert");
  await page.clock.runFor(10_000);
  await expect(refusalAlert).toHaveText("Invalid username or password");
  await expect(field(page, "Email Address")).toHaveValue(email);
  await expect(field(page, "Password")).toHaveValue("Wrong-1234!");
  await field(page, "Password").pressSequentially("?");
  await expect(alertOf(page)).toHaveCount(0);
});

/** Installs a fake clock and pauses it after the page has loaded; bot check tokens stay valid. */
async function stopClock(page: Page, path: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.goto(path);
  await page.clock.pauseAt(now + 60_000);
}

/** Expects an alert that disappears after 4 seconds. */
async function expectTemporaryAlert(page: Page, text: string): Promise<void> {
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
  await submitCredentials(page, email);
  await expect(page.locator("form > :first-child")).toHaveText(captchaMessage);
  await expectTemporaryAlert(page, captchaMessage);
  await expect(field(page, "Password")).not.toHaveValue("");
  await sandbox.clearFaults();
});

test("an inactive account (403) is an alert that passes after 4 seconds, even while a person types", async ({
  page,
}) => {
  await stopClock(page, "/sign-in/crunchbox");
  const { email } = await createUser({ state: "inactive" });
  await submitCredentials(page, email);
  await expect(alertOf(page)).toHaveText(inactiveMessage);
  await field(page, "Password").press("End");
  await field(page, "Password").pressSequentially("x");
  await expectTemporaryAlert(page, inactiveMessage);
});

const respondJson = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });
const failures: [what: string, answer: (route: Route) => Promise<void>, told: string][] = [
  [
    "429",
    respondJson(429, { success: false, message: "Too Many Requests", remaining: 30 }),
    "Too Many Requests. Please try again in 30 seconds.",
  ],
  [
    "500",
    respondJson(500, { success: false, message: "Internal Server Error" }),
    "Something went wrong on our side, please try again.",
  ],
  ["503", respondJson(503, { success: false, message: "x" }), unknownError],
  ["404 of a proxy", respondJson(404, "no such host"), unknownError],
  ["success in another shape", respondJson(201, { ok: 1 }), unknownError],
  ["success without the person", respondJson(201, { success: true }), unknownError],
  [
    "a page instead of JSON",
    (route) => route.fulfill({ status: 201, contentType: "text/html", body: "<p>Welcome to our hotel</p>" }),
    unknownError,
  ],
  ["no answer", (route) => route.abort(), unknownError],
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

test("without a network the form says so, and is sent as it is once there is one", async ({ page }) => {
  await page.goto("/sign-in/crunchbox");
  await field(page, "Email Address").fill("kept@example.test");
  await field(page, "Password").fill("Kept-1234!");
  await page.context().setOffline(true);
  await button(page, "SIGN IN").click();
  await expect(alertOf(page)).toHaveText(`${unknownError} You seem to be offline.`);
  await page.context().setOffline(false);
  await page.route("**/v1/sso/session", respondJson(422, { success: false, message: "Invalid username or password" }));
  await button(page, "SIGN IN").click();
  await expect(alertOf(page)).toHaveText("Invalid username or password");
});

test("the script of passkeys that does not load is told to who asks for it, and breaks nothing", async ({ page }) => {
  await page.route("**/assets/passkey-*.js", (route) => route.abort());
  await page.goto("/sign-in/crunchbox");
  const failedScript = page.waitForEvent("requestfailed", (request) => request.url().includes("/passkey-"));
  await field(page, "Email Address").focus();
  await failedScript;
  await expect(alertOf(page)).toHaveCount(0);
  await button(page, "Sign in with a passkey").click();
  await expect(alertOf(page)).toHaveText(unknownError);
});

test("what the server says is in sight on a phone, wherever the button was", async ({ open }) => {
  // The height that remains visible above a phone's keyboard.
  const page = await open({ viewport: { width: 390, height: 440 } });
  await page.goto("/sign-in/crunchbox");
  await page.route("**/v1/sso/session", respondJson(422, { success: false, message: "Invalid username or password" }));
  await field(page, "Email Address").fill("kept@example.test");
  await field(page, "Password").fill("Kept-1234!");
  await field(page, "Password").press("Enter");
  await expect(alertOf(page)).toBeInViewport({ ratio: 1 });
  await page.goto("/request-account");
  await page.route("**/v1/sso/account-request", respondJson(429, { success: false, message: "Too Many Requests" }));
  await fillRequest(page);
  for (const _ of ["once", "again"]) {
    await button(page, "Request").click();
    await expect(alertOf(page)).toBeInViewport({ ratio: 1 });
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
    await page.route("**/v1/sso/password-reset", respondJson(status, body), { times: 1 });
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
  await page.route("**/v1/sso/account-request", respondJson(400, { success: false, message: "Bad Request", issues }), {
    times: 1,
  });
  await button(page, "Request").click();
  await expect(field(page, "CGX Serial Number")).toHaveAccessibleDescription(
    /^There is no device with this serial number\./,
  );
});

test("a link that was used up meanwhile is told in an alert and the password stays typed", async ({ open }) => {
  const url = await linkFor(await createUser(), "verify:email-password-reset");
  const [first, second] = [await open(), await open()];
  for (const page of [first, second]) {
    await page.goto(url);
    await field(page, "New password").fill(newPassword);
    await field(page, "Repeat New Password").fill(newPassword);
  }
  await second.context().clearCookies();
  await button(second, "UPDATE").click();
  await expect(alertOf(second)).toHaveText("Your login session has expired or is invalid. Please log in again.");
  await expect(field(second, "New password")).toHaveValue(newPassword);
});
