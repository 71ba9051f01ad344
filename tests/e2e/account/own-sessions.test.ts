import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createSession } from "../../support/factories.ts";
import { button } from "./steps.ts";

test("a person sees where he is signed in and, once he has said yes, is signed out everywhere", async ({ open }) => {
  const { token, user } = await signedIn();
  const elsewhere = await open({ session: await createSession(user.id) });
  await elsewhere.goto("/portal");
  // without script, because nothing here needs any
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/profile");
  const list = page.getByRole("heading", { name: "Where you are signed in" }).locator("..");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText("This browser");

  await expect(button(page, "Yes, sign out everywhere")).toBeHidden();
  await list.locator("summary").click();
  await expect(list).toContainText("You will be signed out in every browser and in the desktop app, here too.");
  await button(page, "Yes, sign out everywhere").click();
  await expect(page).toHaveURL(/\/sign-in\/crunchbox$/);
  await elsewhere.goto("/portal");
  await expect(elsewhere.getByRole("heading")).toHaveText("Sign In");
});
