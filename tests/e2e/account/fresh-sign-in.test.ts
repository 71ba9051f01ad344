// A stolen session cannot take over the account; the owner confirms their identity and keeps what they typed.
import { pages } from "../../../worker/contract/pages.ts";
import { signedIn } from "../../support/actors.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { totpCode, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { tabTo } from "../by-keyboard.ts";
import { findSmallTargets } from "../hard-to-hit.ts";
import { addPasskey, addAuthenticator } from "./authenticator.ts";
import { button, field } from "./steps.ts";

const expireFreshness = (user_id: string) =>
  query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [user_id]);
const findEmailChanges = (user_id: string) =>
  query("select 1 from verification_codes where user_id = $1 and scope = 'verify:email-change'", [user_id]);

async function signInWithStaleTotp() {
  const actor = await signedIn({ roles: ["org", "buyer", "user"] });
  const { secret } = await addTotp(actor.client, actor.user.id);
  await expireFreshness(actor.user.id);
  return { ...actor, secret };
}

test("a stolen session cannot change the email address, and its owner can, by keyboard, on a phone", async ({
  open,
}) => {
  const { user, token, secret } = await signInWithStaleTotp();
  const page = await open({ session: token, viewport: phoneViewport });
  const newEmail = uniqueEmail();
  await page.goto(pages.profile);
  await field(page, "New email").fill(newEmail);
  await button(page, "Change email").click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  const code = dialog.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await code.fill(wrongTotpCode(secret));
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Invalid verification code");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await findEmailChanges(user.id)).toEqual([]);
  // Closing the dialog leaves what was typed in the form.
  await expect(field(page, "New email")).toHaveValue(newEmail);
  await button(page, "Change email").click();
  await code.fill(totpCode(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`We sent a link to ${newEmail}.`)).toBeVisible();
  expect(await findEmailChanges(user.id)).toHaveLength(1);
});

test("after the proof the focus is on the pressed button again, beside why it was refused", async ({ open }) => {
  const { user, token, secret } = await signInWithStaleTotp();
  const colleague = await createUser({ org_id: user.org_id });
  const page = await open({ session: token });
  await page.goto(pages.profile);
  await field(page, "New email").fill(colleague.email);
  await button(page, "Change email").click();
  await page.getByLabel("Code from your authenticator app").fill(totpCode(secret));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(button(page, "Change email")).toBeFocused();
  expect(await findEmailChanges(user.id)).toEqual([]);
});

test("a passkey answers the question of a page with one press", async ({ open }) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token });
  await addAuthenticator(page);
  await addPasskey(page);
  await expireFreshness(user.id);
  const newEmail = uniqueEmail();
  await page.goto(pages.profile);
  await field(page, "New email").fill(newEmail);
  await button(page, "Change email").click();
  await button(page, "Use your passkey").click();
  await expect(page.getByText(`We sent a link to ${newEmail}.`)).toBeVisible();
});

test("a form goes on with what was typed, by passkey and keyboard, on a phone", async ({ open }) => {
  const { user, token } = await signedIn({ roles: ["org", "buyer", "user"] });
  const page = await open({ session: token, viewport: phoneViewport });
  await addAuthenticator(page);
  await addPasskey(page);
  await expireFreshness(user.id);
  const email = uniqueEmail();
  await page.goto(pages.invitePerson);
  await field(page, "First name").fill("Ada");
  await field(page, "Last name").fill("Lovelace");
  await field(page, "Email").fill(email);
  await page.getByRole("button", { name: /^Invite to/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm that it is you");
  expect(await findViolations(page)).toEqual([]);
  expect(await findSmallTargets(page)).toEqual([]);
  await button(page, "Cancel").click();
  await expect(field(page, "Email")).toHaveValue(email);
  expect(await query("select 1 from users where email = $1", [email])).toEqual([]);
  await page.getByRole("button", { name: /^Invite to/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm that it is you");
  await page.waitForLoadState();
  await tabTo(page, button(page, "Use your passkey"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Confirm that it is you");
  expect(await query("select first_name from users where email = $1", [email])).toEqual([{ first_name: "Ada" }]);
});
