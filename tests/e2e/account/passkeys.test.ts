// A user adds a passkey of Chromium's virtual authenticator and signs in with one press.
import { pages } from "../../../worker/contract/pages.ts";
import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { password } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tabTo } from "../by-keyboard.ts";
import { hold } from "../forms/hold.ts";
import { findSmallTargets } from "../hard-to-hit.ts";
import { addPasskey, addAuthenticator } from "./authenticator.ts";
import { button, field } from "./steps.ts";

const findPasskeys = (id: string) =>
  query<{ name: string; counter: number }>("select name, counter::int from passkeys where user_id = $1", [id]);

const signInPath = "/sign-in/crunchbox";

test("a passkey is added, and signs in with one press, on a phone", async ({ open }) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token, viewport: phoneViewport });
  await addAuthenticator(page);
  await addPasskey(page);
  expect(await findSmallTargets(page)).toEqual([]);
  expect(await findPasskeys(user.id)).toMatchObject([{ name: "My laptop" }]);
  await page.context().clearCookies();
  await page.goto(signInPath);
  await button(page, "Sign in with a passkey").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto(pages.profile);
  await expect(page.getByRole("main")).toContainText(user.email);
});

test("the email field suggests the passkey, which signs in when it is chosen, and is loaded then", async ({ open }) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  await addAuthenticator(page);
  await addPasskey(page);
  await page.context().clearCookies();
  const scripts: string[] = [];
  page.on("request", (request) => /\/passkeys?-/.test(request.url()) && scripts.push(request.url()));
  await page.goto(signInPath);
  expect(scripts).toEqual([]);
  // The virtual authenticator chooses the suggestion at once.
  await field(page, "Email Address").focus();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto(pages.profile);
  await expect(page.getByRole("main")).toContainText(user.email);
});

test("the email field suggests the passkey again after a request that failed", async ({ open }) => {
  const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  await addAuthenticator(page);
  await addPasskey(page);
  await page.context().clearCookies();
  await page.goto(signInPath);
  const optionsPath = "/v1/sso/session/passkey/options";
  await page.route(`**${optionsPath}`, (route) => route.abort(), { times: 1 });
  const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().endsWith(optionsPath));
  await field(page, "Email Address").focus();
  await failedRequest;
  await page.getByLabel("Password", { exact: true }).focus();
  await field(page, "Email Address").focus();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
});

test("the password of who has a passkey asks for it on the next step, by keyboard and before its script", async ({
  open,
}) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  const { devtools, authenticatorId } = await addAuthenticator(page);
  await addPasskey(page);
  await page.context().clearCookies();
  // The virtual authenticator must not confirm the passkey that the email field suggests.
  await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false });
  await page.goto(signInPath);
  await field(page, "Email Address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const { seen, release } = await hold(page, "/assets/shared-*.js");
  await page.keyboard.press("Enter");
  await page.waitForURL(/second-step/, { waitUntil: "commit" });
  await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
  const passkey = button(page, "Use your passkey");
  await passkey.waitFor();
  await tabTo(page, passkey);
  // A press before any script has loaded is lost, so it is repeated.
  await expect(async () => {
    await page.keyboard.press("Enter");
    expect(await passkey.evaluate((element) => element === globalThis.pressed)).toBe(true);
  }).toPass();
  expect(seen.length).toBeGreaterThan(0);
  release();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await page.goto(pages.profile);
  await expect(page.getByRole("main")).toContainText(user.email);
});

test("a passkey that the account no longer has, or that does not verify its user, is refused in words", async ({
  open,
}) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  const { devtools, authenticatorId } = await addAuthenticator(page);
  await addPasskey(page);
  await query("delete from passkeys where user_id = $1", [user.id]);
  await page.context().clearCookies();
  await page.goto(signInPath);
  await button(page, "Sign in with a passkey").click();
  const refusal = page.locator("p.refusal");
  await expect(refusal).toContainText("passkey");
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await button(page, "Sign in with a passkey").click();
  await expect(refusal).toHaveText("The passkey was not used, or it took too long. Try again.");
  expect(new URL(page.url()).pathname).toBe(signInPath);
});

test("a copy of a passkey, whose count stayed behind, is refused in words and told", async ({ open }) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  const { devtools, authenticatorId } = await addAuthenticator(page);
  await addPasskey(page);
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
  const [copiedCredential] = credentials;
  if (!copiedCredential) throw new Error("the authenticator has no passkey");
  const signIn = async () => {
    await page.context().clearCookies();
    await page.goto(signInPath);
    await button(page, "Sign in with a passkey").click();
  };
  await signIn();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const passkeysBefore = await findPasskeys(user.id);
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: { ...copiedCredential, signCount: 0 } });
  await signIn();
  await expect(page.locator("p.refusal")).toContainText("passkey");
  expect(new URL(page.url()).pathname).toBe(signInPath);
  expect(await findPasskeys(user.id)).toEqual(passkeysBefore);
  await sandbox.runJob("deliver-outbox");
  await sandbox.waitForMail(user.email, "passkey");
});
