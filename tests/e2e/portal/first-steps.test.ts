import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";

test("on phones the text of a first step keeps its distance from the line below", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  await page.setViewportSize(phoneViewport);
  await page.goto("/portal");
  const step = page.getByRole("listitem").filter({ hasText: "See the products" });
  const [box, textBox] = [await step.boundingBox(), await step.locator("small").boundingBox()];
  const gap = (box?.y ?? 0) + (box?.height ?? 0) - ((textBox?.y ?? 0) + (textBox?.height ?? 0));
  expect(gap).toBeGreaterThanOrEqual(8);
});
