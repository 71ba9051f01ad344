import { shop } from "../support/store.ts";
import { expect, test } from "../support/browser.ts";

const withMotion = { reducedMotion: "no-preference" } as const;

test("nothing moves for those who ask for less", async ({ open }) => {
  const page = await open({ reducedMotion: "reduce" });
  await page.goto("/design");
  const notice = page.locator(".notice").first();
  expect(await notice.evaluate((element) => getComputedStyle(element).animationName)).toBe("none");
  const button = page.locator(".button").first();
  expect(await button.evaluate((element) => getComputedStyle(element).transitionDuration)).toMatch(/^0s/);
});

test("a working button turns a ring after 300 ms and keeps its width", async ({ open }) => {
  const page = await open(withMotion);
  await page.goto("/design");
  const button = page.getByRole("button", { name: "Approve 12 requests" });
  const boxBefore = await button.boundingBox();
  await button.evaluate(async (element) => {
    element.setAttribute("aria-busy", "true");
    await Promise.all(
      element.getAnimations({ subtree: true }).map(async (animation) => {
        if (animation.effect?.getComputedTiming().iterations === 1) await animation.finished;
      }),
    );
  });
  expect(await button.evaluate((element) => getComputedStyle(element, "::before").width)).toBe("14px");
  expect(await button.boundingBox()).toEqual(boxBefore);
});

test("what is added drops a panel from the cart, which takes no focus and leaves the sentence to screen readers", async ({
  open,
}) => {
  const product = await shop.createProduct();
  const page = await open({ session: (await shop.buyer()).token });
  await page.goto(`/store/products/${product.id}`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  const panel = page.getByRole("status");
  await expect(panel).toContainText("Added. You have 1 in your cart.");
  await expect(page.getByRole("button", { name: "Add to cart" })).toBeFocused();
  await expect(page.locator("#cart-count")).toHaveText("1");
  await panel.getByRole("link", { name: "Check out" }).click();
  await expect(page).toHaveURL(/\/store\/checkout$/);
});
