import type { Page } from "playwright";
import { type Actor, signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { waitForLink } from "../../support/inbox.ts";
import { button, submitCredentials, field, followMail, readMainLines, link } from "./steps.ts";

async function requestEmailChange(page: Page, newEmail: string): Promise<void> {
  await page.goto("/portal/profile");
  await field(page, "New email").fill(newEmail);
  await button(page, "Change email").click();
  await expect(page.getByText(`We sent a link to ${newEmail}. Your email changes when you open it.`)).toBeVisible();
}

async function findEmail({ user }: Actor): Promise<string | undefined> {
  const [row] = await query<{ email: string }>("select email from users where id = $1", [user.id]);
  return row?.email;
}

test("a person changes the own email through the link in the new mailbox and signs in with it", async ({ open }) => {
  const actor = await signedIn();
  const page = await open({ session: actor.token });
  const newEmail = uniqueEmail();
  await requestEmailChange(page, newEmail);
  expect(await findEmail(actor)).toBe(actor.user.email);

  await followMail(page, newEmail, "Confirm your new email address", "Confirm email address");
  await expect(page.getByRole("heading")).toHaveText("You have changed your email.");
  expect(await readMainLines(page)).toEqual([
    "You have changed your email.",
    `Your email has been successfully changed to ${newEmail}. You can continue to CGX by clicking the button below.`,
    "GO TO ACCOUNT SETTINGS",
  ]);

  await link(page, "GO TO ACCOUNT SETTINGS").click();
  await submitCredentials(page, newEmail);
  await expect(page).toHaveURL(/\/portal\/profile$/);
  await expect(page.locator("main")).toContainText(newEmail);
});

test("a used email link says that it has expired and shows two ways on", async ({ open }) => {
  const actor = await signedIn();
  const page = await open({ session: actor.token });
  const newEmail = uniqueEmail();
  await requestEmailChange(page, newEmail);
  const { url } = await waitForLink(newEmail);
  await page.goto(url);
  await expect(page.getByRole("heading")).toHaveText("You have changed your email.");
  await page.goto(url);
  await expect(page.getByRole("heading")).toHaveText("Your link has expired");
  expect(await readMainLines(page)).toEqual([
    "Your link has expired",
    "Please contact support to resend the verification email, or log in and update the email.",
    "GO TO LOGIN PAGE",
  ]);
  await expect(link(page, "contact support")).toHaveAttribute("href", "mailto:support@crunchbox.test");
  await expect(link(page, "log in")).toHaveAttribute("href", "/");
  await link(page, "GO TO LOGIN PAGE").click();
  await expect(page.getByRole("heading")).toHaveText("Sign In");
});

test("a mail scanner that fetches the link changes nothing, and the person's own press still does", async ({
  open,
}) => {
  const actor = await signedIn();
  const newEmail = uniqueEmail();
  await requestEmailChange(await open({ session: actor.token }), newEmail);
  const { url } = await waitForLink(newEmail);

  const scannerResponse = await createClient().fetch(new URL(url).pathname);
  expect(await scannerResponse.text()).toContain("Confirm");
  expect(await findEmail(actor)).toBe(actor.user.email);

  // A request without navigation headers gets the same answer as a mail scanner.
  const page = await open();
  await page.route(url, async (route) => {
    if (route.request().method() === "POST") return route.continue();
    return route.fulfill({ response: await route.fetch() });
  });
  await page.goto(url);
  expect(await readMainLines(page)).toEqual([
    "Change your email?",
    "Press the button to confirm your new email address.",
    "Confirm",
  ]);
  await button(page, "Confirm").click();
  await expect(page.getByRole("heading")).toHaveText("You have changed your email.");
  expect(await findEmail(actor)).toBe(newEmail);
});

test("the session that asked for the change ends with it", async ({ open }) => {
  const actor = await signedIn();
  const page = await open({ session: actor.token });
  const newEmail = uniqueEmail();
  await requestEmailChange(page, newEmail);
  await page.goto((await waitForLink(newEmail)).url);
  await page.goto("/portal");
  await expect(page.getByRole("heading")).toHaveText("Sign In");
});
