import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";

test("the tab names what the screen says, also when that is a refusal", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  for (const [path, title] of [
    ["/recover-password", "Recover your password"],
    ["/recover-password?expired=true", "Your link has expired"],
    ["/nowhere", "Page not found"],
    ["/sign-in/crunchbox-admin?redirect_uri=%2Fadmin", "You cannot open this page"],
    ["/sign-in/crunchbox?redirect_uri=https%3A%2F%2Fevil.example", "This link cannot be followed"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading"), path).toHaveText(title);
    await expect(page, path).toHaveTitle(`${title} · CrunchBox`);
  }
});
