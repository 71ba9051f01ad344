import type { Page } from "playwright";
import { signedIn } from "../support/actors.ts";
import { expect, phone, test } from "../support/browser.ts";
import { createUser } from "../support/factories.ts";
import { linkFor } from "./account/steps.ts";

/** Controls less than 44 px high; 1 px of rounding is allowed. */
const hardToHit = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable = "a, button, input, summary";
    const heightOf = (control: Element) => {
      control.scrollIntoView({ block: "center" });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const at = (by: number) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + by);
      return Array.from({ length: 81 }, (_, by) => at(by - 40)).filter((found) => found?.closest(pressable) === control)
        .length;
    };
    return [...document.querySelectorAll(`:is(main, header, footer) :is(${pressable})`)]
      .filter((control) => !control.matches("[type=checkbox]") && control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => heightOf(control) < 43)
      .map((control) => `${heightOf(control)} px: ${control.outerHTML.slice(0, 120)}`);
  });

test("on a phone everything that can be pressed is 44 px high", async ({ open }) => {
  const page = await open({ viewport: phone });
  const setUp = await linkFor(await createUser({ state: "new" }), "verify:user-setup");
  for (const path of ["/sign-in/crunchbox", "/request-account", "/license-agreement", "/nowhere", setUp]) {
    await page.goto(path);
    expect(await hardToHit(page), path).toEqual([]);
  }
  const own = await open({ viewport: phone, session: (await signedIn()).token });
  // the last one opens the app by itself, which would end a navigation that begins meanwhile
  for (const path of ["/portal", "/portal/profile", "/store", "/flowpoint"]) {
    await own.goto(path);
    expect(await hardToHit(own), path).toEqual([]);
  }
});

test("on a phone no text field is so small that the phone zooms in on it", async ({ open }) => {
  const page = await open({ viewport: phone, session: (await signedIn()).token });
  for (const path of ["/recover-password", "/request-account", "/portal/profile", "/store/products"]) {
    await page.goto(path);
    const fields = page.locator("input:is([type=text], [type=email], [type=search], [type=password], :not([type]))");
    const sizes = await fields.evaluateAll((found) => found.map((field) => getComputedStyle(field).fontSize));
    expect(new Set(sizes), path).toEqual(new Set(["16px"]));
  }
});
