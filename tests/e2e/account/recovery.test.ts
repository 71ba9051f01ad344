import type { Page } from "playwright";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { addTotp } from "../../support/factors.ts";
import { password, type TestUser } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, field } from "./steps.ts";

async function findRecoveryLink({ email }: TestUser, subject: string): Promise<string> {
  const { text } = await sandbox.waitForMail(email, subject);
  return /https?:\/\/[^\s/]+(\/finish-recovery\/\S+)/.exec(text)?.[1] ?? "";
}

async function beginRecovery(page: Page, { user }: { user: TestUser }): Promise<void> {
  await page.goto(`/admin/people/${user.id}`);
  await button(page, "Remove it after 24 hours").click();
  await button(page, "Yes, begin the 24 hours").click();
  await expect(page.getByText("The 24 hours have begun, and they are notified.")).toBeVisible();
  await expect(page.getByText("The wait runs out on")).toBeVisible();
}

test("a user who lost every factor is let in after the wait, by the mailed link and the password", async ({ open }) => {
  const admin = await signedInAdmin();
  const actor = await signedIn();
  await addTotp(actor.client, actor.user.id);
  // Every step must work without script.
  const adminPage = await open({ session: admin.token, javaScriptEnabled: false });
  await beginRecovery(adminPage, actor);

  await query("update second_factor_recoveries set due_at = now() where user_id = $1", [actor.user.id]);
  await sandbox.runJob("deliver-outbox");
  await adminPage.reload();
  await expect(adminPage.getByText("The link was mailed and works until")).toBeVisible();

  const page = await open({ javaScriptEnabled: false });
  await page.goto(await findRecoveryLink(actor.user, "Your link to sign in to CrunchBox again"));
  await field(page, "Password").fill("Wrong-1234!");
  await button(page, "Remove them and sign in").click();
  await expect(page.getByRole("alert")).toHaveText("This password is wrong. Nothing is removed.");
  await field(page, "Password").fill(password);
  await button(page, "Remove them and sign in").click();
  await expect(page).toHaveURL(/\/portal\/security$/);
  await expect(page.getByText("Your lost second step is removed. Set up a new one now.")).toBeVisible();
  await expect(button(page, "Set up an authenticator app")).toBeVisible();
});

test("a user who lost nothing stops it, on the Security page, and an administrator can, too", async ({ open }) => {
  const admin = await signedInAdmin();
  const actor = await signedIn();
  const { user, client } = actor;
  await addTotp(client, user.id);
  const adminPage = await open({ session: admin.token });
  await beginRecovery(adminPage, actor);

  const ownPage = await open({ session: actor.token });
  await ownPage.goto("/portal/security");
  await expect(ownPage.getByText("Support was asked to remove your passkeys")).toBeVisible();
  await button(ownPage, "Stop it").click();
  await expect(ownPage.getByText("Nothing is removed.")).toBeVisible();
  await expect(ownPage.getByText("Support was asked")).toBeHidden();

  await beginRecovery(adminPage, actor);
  await button(adminPage, "Stop it").click();
  await button(adminPage, "Yes, stop it").click();
  await expect(adminPage.getByText("The links no longer work.")).toBeVisible();
  await expect(button(adminPage, "Remove it after 24 hours")).toBeVisible();
});
