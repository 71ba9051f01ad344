// The page after a purchase: what was paid, and the one thing to do next.
import type { Page } from "playwright";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { shop, type TestProduct } from "../../support/store.ts";

async function buyProducts(products: TestProduct[]) {
  const buyer = await shop.purchase(products);
  return { ...buyer, path: `/store/checkout/${buyer.bought.cart_no}` };
}

const primaryButtons = (page: Page) => page.locator("main .button:not(.quiet)");

test("an order’s sum stands in large figures with its method, and its page is one press away without scrolling", async ({
  open,
}) => {
  const { token, path, bought } = await buyProducts([await shop.createProduct(), await shop.createPlan()]);
  for (const viewport of [desktopViewport, phoneViewport]) {
    const page = await open({ session: token, viewport });
    await page.goto(path);
    const sum = page.locator("main .figure");
    await expect(sum).toHaveText(/^\$[\d,]+\.\d\d$/);
    await expect(sum).toHaveCSS("font-size", "36px");
    await expect(page.getByText("paid with Visa ending in 4242", { exact: true })).toBeVisible();
    await expect(primaryButtons(page)).toHaveText(/^See order O\d{8}$/);
    await expect(primaryButtons(page)).toBeInViewport();
    await expect(primaryButtons(page)).toHaveAttribute("href", `/portal/orders/${bought.order_id}`);
    await page.close();
  }
});

test("after a plan was bought alone, the plan is what comes next", async ({ open }) => {
  const plan = await shop.createPlan();
  const { token, path, bought } = await buyProducts([plan]);
  const page = await open({ session: token, viewport: phoneViewport });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. Your plan is bought");
  await expect(primaryButtons(page)).toHaveText(new RegExp(`${plan.name}$`));
  await expect(primaryButtons(page)).toHaveAttribute("href", `/portal/subscriptions/${bought.subscription_ids[0]}`);
});

test("the dearest product of an order is the one that is drawn beside its sum", async ({ open }) => {
  const cable = await shop.createProduct({ price_levels: { "Base Price": 49_00 } });
  const device = await shop.createProduct({ price_levels: { "Base Price": 890_00 } });
  for (const [id, image] of [
    [cable.id, "/products/m12-cable.svg"],
    [device.id, "/products/spectra-100.svg"],
  ])
    await shop.query("update products set main_image = $2 where id = $1", [id, image]);
  const { token, path } = await buyProducts([cable, device]);
  const page = await open({ session: token, viewport: desktopViewport });
  await page.goto(path);
  await expect(page.locator("main .thanks img")).toHaveAttribute("src", "/products/spectra-100.svg");
});
