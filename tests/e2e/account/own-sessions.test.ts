import { impersonating, signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createSession } from "../../support/factories.ts";
import { button, openMenu } from "./steps.ts";

test("a person sees where they are signed in and, once they have said yes, is signed out everywhere", async ({
  open,
}) => {
  const { token, user } = await signedIn();
  const otherBrowser = await open({ session: await createSession(user.id) });
  await otherBrowser.goto("/portal");
  // The page must work without script.
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/sessions");
  const list = page.getByRole("heading", { name: "Where you are signed in" }).locator("..");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText("This browser");

  await expect(button(page, "Yes, sign out everywhere")).toBeHidden();
  await button(page, "Sign out everywhere").click();
  await expect(list).toContainText("You will be signed out in every browser and in the desktop app, here too.");
  await button(page, "Yes, sign out everywhere").click();
  await expect(page).toHaveURL(/\/sign-in\/crunchbox$/);
  await otherBrowser.goto("/portal");
  await expect(otherBrowser.getByRole("heading")).toHaveText("Sign In");
});

test("whoever signs out in a second tab, or does anything there by a plain form, is at the sign-in page", async ({
  open,
}) => {
  const { token } = await signedIn();
  const first = await open({ session: token });
  const [second, third] = [await first.context().newPage(), await first.context().newPage()];
  for (const page of [first, second, third]) await page.goto("/portal/sessions");
  await openMenu(first);
  await button(first, "Sign out").click();
  await expect(first.getByRole("heading")).toHaveText("Sign In");
  await openMenu(second);
  await button(second, "Sign out").click();
  await expect(second.getByRole("heading")).toHaveText("Sign In");
  await button(third, "Sign out everywhere").click();
  await button(third, "Yes, sign out everywhere").click();
  await expect(third).toHaveURL(/\/sign-in\/crunchbox$/);
});

test("an impersonation that was ended in another tab leads to the own store", async ({ open }) => {
  const first = await open({ session: (await impersonating()).token });
  const second = await first.context().newPage();
  for (const page of [first, second]) await page.goto("/portal");
  await button(first, "End impersonation").click();
  await expect(first).toHaveURL(/\/admin$/);
  await button(second, "End impersonation").click();
  await expect(second).toHaveURL(/\/store$/);
});
