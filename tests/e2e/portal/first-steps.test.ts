import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";

test("on phones the text of a first step keeps its distance from the line below", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  await page.setViewportSize(phoneViewport);
  await page.goto("/portal");
  const step = page.getByRole("listitem").filter({ hasText: "See the products" });
  const [box, text] = [await step.boundingBox(), await step.locator("small").boundingBox()];
  const room = (box?.y ?? 0) + (box?.height ?? 0) - ((text?.y ?? 0) + (text?.height ?? 0));
  expect(room).toBeGreaterThanOrEqual(8);
});
