import { expect, test } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { amount, part, payButton } from "./steps.ts";

const setPrice = (id: string, cents: number) =>
  shop.query("update products set price_levels = jsonb_build_object('Base Price', $1::int) where id = $2", [cents, id]);

test("a price that has changed is told once in the cart, old beside new", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  await setPrice(device.id, 120_00);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  await expect(page.locator(".notice.warning")).toContainText("Since you last looked:");
  await expect(page.locator(".notice.warning li")).toHaveText([`${device.name}: $100.00 is now $120.00`]);
  await expect(page.locator(".line-total")).toHaveText("$120.00");
  await page.reload();
  await expect(page.locator(".notice")).toHaveCount(0);
});

test("a price that changes while the checkout is open is not paid before the buyer has seen it", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  await setPrice(device.id, 150_00);
  await payButton(page).click();
  await expect(page.getByText("Your cart has been updated. This is how it looks now")).toBeVisible();
  await expect(amount(page, "Subtotal")).toHaveText("$150.00");
  expect(await shop.charges(buyer.customer)).toEqual([]);
  await payButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Thank you\./);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("what is no longer sold is told in the cart, keeps it from checkout, and is removed by one click", async ({
  open,
}) => {
  const [buyer, soldProduct, archived] = [await shop.buyer(), await shop.createProduct(), await shop.createProduct()];
  await shop.fillCart(buyer, [soldProduct, archived]);
  await shop.query("update products set is_archived = true where id = $1", [archived.id]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(page).toHaveURL(/\/store\/cart$/);
  await expect(page.locator(".notice.warning")).toContainText("One product in your cart is no longer sold.");
  await expect(button(page, "Checkout")).toBeDisabled();
  await button(page, "Remove unavailable products").click();
  await expect(page.locator(".notice")).toHaveCount(0);
  await expect(page.locator(".cart-line .line-product > a")).toHaveText([soldProduct.name]);
  await button(page, "Checkout").click();
  await expect(payButton(page)).toBeEnabled();
});

test("a plan that the organization holds already is refused with a way to its subscriptions", async ({ open }) => {
  const [buyer, plan, other] = [await shop.buyer(), await shop.createPlan(), await shop.createPlan()];
  await shop.fillCart(buyer, [plan]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  await shop.query(
    "insert into subscriptions (product_id, org_id, status, amount, interval) select unnest($1::uuid[]), $2, 'active', 4900, 'month'",
    [[plan.id, other.id], buyer.org_id],
  );
  await payButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Your organization already has a subscription to a plan");
  await link(page, "See subscriptions").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subscriptions");
  await expect(page.locator("main tbody")).toContainText(plan.name);
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await page.goto(`/store/products/${other.id}`);
  await button(page, "Add to cart").click();
  await expect(page.getByRole("status")).toContainText("already has a subscription to this plan");
  await expect(page.getByRole("status").getByRole("link", { name: "See subscriptions" })).toBeVisible();
});

test("an expired card cannot be chosen, and one that was chosen before is refused in plain words", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  const expired = await shop.addMethod(buyer.customer, cards.good, { exp_month: 1, exp_year: 2020 });
  await shop.fillCart(buyer, [device], cards.asks);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(part(page, "Payment").getByLabel("Visa ending in 4242")).toBeDisabled();
  await expect(part(page, "Payment")).toContainText("Expired 01/2020");
  await expect(payButton(page)).toBeEnabled();
  await shop.query("update carts set stripe_payment_method_id = $1 where user_id = $2", [expired, buyer.user.id]);
  await payButton(page).click();
  await expect(part(page, "Payment").getByRole("alert")).toHaveText(
    "This payment method has expired. Choose another one, or add one.",
  );
  expect(await shop.charges(buyer.customer)).toEqual([]);
});
