import { impersonating, signedIn } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { createUser } from "../support/factories.ts";
import { button, linkFor, openMenu } from "./account/steps.ts";

const needsScript = "needs JavaScript. Please turn it on in your browser and load this page again.";

test("without script the account screens can be read and say what they need", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  for (const [path, title, sentence] of [
    ["/sign-in/crunchbox", "Sign In", `Signing in ${needsScript}`],
    ["/request-account", "Request account", `Requesting an account ${needsScript}`],
    ["/recover-password", "Recover your password", `Recovering a password ${needsScript}`],
    [
      await linkFor(await createUser(), "verify:email-password-reset"),
      "Set new password",
      `Setting a password ${needsScript}`,
    ],
    [
      await linkFor(await createUser({ state: "new" }), "verify:user-setup"),
      "Set your password",
      `Setting a password ${needsScript}`,
    ],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading"), path).toHaveText(title);
    await expect(page.getByText(sentence, { exact: true }), path).toBeVisible();
    await expect(page.locator("form button:visible").last(), "nothing can be sent by accident").toBeDisabled();
  }
});

test("without script the license, the desktop screen and the not-found view are complete", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, session: (await signedIn()).token });
  await page.goto("/license-agreement");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CGX Software and Portal License Agreement");
  await page.goto("/flowpoint");
  await expect(page.getByRole("link", { name: "Open Flowpoint" })).toBeVisible();
  await page.goto("/nowhere");
  await expect(page.getByRole("link", { name: "Go to home" })).toBeVisible();
});

for (const path of ["/store", "/portal"]) {
  test(`without script a person signs out at ${path}`, async ({ open }) => {
    const page = await open({ javaScriptEnabled: false, session: (await signedIn()).token });
    await page.goto(path);
    await openMenu(page);
    await button(page, "Sign out").click();
    await expect(page).toHaveURL(/\/sign-in\/crunchbox$/);
    await page.goto("/portal");
    await expect(page.getByRole("heading")).toHaveText("Sign In");
  });
}

test("without script an administrator sees whose account is open and comes back to the own one", async ({ open }) => {
  const { token, user, customer } = await impersonating();
  const page = await open({ javaScriptEnabled: false, session: token });
  await page.goto("/store");
  await expect(page.getByText(`${user.last_name}, you are acting as Test ${customer.last_name} of `)).toBeVisible();
  await button(page, "End impersonation").click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.locator("main")).toContainText("You are yourself again.");
  await expect(page.locator("header")).toContainText(user.email);
});

test("a page carries script only when something on it is interactive", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  for (const path of ["/license-agreement", "/nowhere", "/docs/guides/changelog"]) {
    await page.goto(path);
    expect(scripts, path).toEqual([]);
  }
  for (const path of ["/store", "/portal"]) {
    await page.goto(path);
    const loadedScripts = scripts.splice(0).map((url) => /\/assets\/(\w+)-/.exec(url)?.[1]);
    expect(loadedScripts.toSorted(), path).toEqual(["errors", "search"]);
  }
  const visitor = await open();
  visitor.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await visitor.goto("/verify-email/00000000-0000-4000-8000-000000000000/ABC123");
  await visitor.goto("/store");
  expect(scripts).toEqual([]);
});
