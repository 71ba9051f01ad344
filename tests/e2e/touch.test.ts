import { signedIn } from "../support/actors.ts";
import { expect, phoneViewport, test } from "../support/browser.ts";
import { createUser } from "../support/factories.ts";
import { linkFor } from "./account/steps.ts";
import { findSmallTargets } from "./hard-to-hit.ts";

test("on a phone everything that can be pressed is 44 px high", async ({ open }) => {
  const page = await open({ viewport: phoneViewport });
  const setUpLink = await linkFor(await createUser({ state: "new" }), "verify:user-setup");
  for (const path of ["/sign-in/crunchbox", "/request-account", "/license-agreement", "/nowhere", setUpLink]) {
    await page.goto(path);
    expect(await findSmallTargets(page), path).toEqual([]);
  }
  const signedInPage = await open({ viewport: phoneViewport, session: (await signedIn()).token });
  // `/flowpoint` is last, because it opens the app by itself and would abort a later navigation.
  for (const path of ["/portal", "/portal/profile", "/store", "/flowpoint"]) {
    await signedInPage.goto(path);
    expect(await findSmallTargets(signedInPage), path).toEqual([]);
  }
});

test("on a phone no text field is so small that the phone zooms in on it", async ({ open }) => {
  const page = await open({ viewport: phoneViewport, session: (await signedIn()).token });
  for (const path of ["/recover-password", "/request-account", "/portal/profile", "/store/products"]) {
    await page.goto(path);
    const fields = page.locator("input:is([type=text], [type=email], [type=search], [type=password], :not([type]))");
    const sizes = await fields.evaluateAll((found) => found.map((field) => getComputedStyle(field).fontSize));
    expect(new Set(sizes), path).toEqual(new Set(["16px"]));
  }
});
