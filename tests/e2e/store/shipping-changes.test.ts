import type { Page } from "playwright";
import {
  createShippingRate,
  deleteShippingRate,
  updateShippingRate,
} from "../../../worker/contract/v1/admin/shipping-rates.ts";
import { getCart, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { expect, test } from "../../support/browser.ts";
import { createRate } from "../../support/shipping/rates.ts";
import { type address as usAddress, type Buyer, shop } from "../../support/store.ts";
import { hold } from "../forms/hold.ts";
import { amount, part, payButton } from "./steps.ts";

/** Creates a buyer with a $100 device in the cart, shipped by Ground for $20 to a country without other rates. */
async function startCheckout() {
  const shippingRate = await createRate();
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const { address, rate, admin } = shippingRate;
  const body = { address: { billing: address, shipping: address }, shipping_rate_id: rate.id };
  (await buyer.client.call(updateCart, { body })).reply();
  const change = async (fields: object) => {
    (await admin.call(updateShippingRate, { params: { id: rate.id }, body: Object(fields) })).reply();
  };
  return { ...shippingRate, buyer, device, change };
}

const saveAddresses = ({ org_id }: Buyer, addresses: (typeof usAddress)[]) =>
  shop.query("update organizations set address_books = $2 where id = $1", [
    org_id,
    JSON.stringify(addresses.map((each) => ({ address: each, phone: null }))),
  ]);

const thanksHeading = (page: Page) => page.getByRole("heading", { level: 1, name: /^Thank you\./ });

test("a rate that changes while the checkout is open is paid only after its new price was shown", async ({ open }) => {
  const { buyer, change } = await startCheckout();
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(amount(page, "Total")).toHaveText("$120.00");
  await change({ price: 30_00 });
  await payButton(page).click();
  await expect(page.getByText("Your cart has been updated. This is how it looks now")).toBeVisible();
  await expect(part(page, "Shipping").getByRole("alert")).toHaveText("Ground was $20.00 and is now $30.00.");
  await expect(amount(page, "Total")).toHaveText("$130.00");
  expect(await shop.charges(buyer.customer)).toEqual([]);
  await payButton(page).click();
  await expect(thanksHeading(page)).toBeVisible();
  expect(await shop.sum(buyer.customer)).toBe(130_00);
});

test("a rate that is deleted while the checkout is open is told, and another one is proposed", async ({ open }) => {
  const { buyer, admin, rate, country } = await startCheckout();
  await createRate({ country, option: "Air", price: 50_00 });
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(amount(page, "Total")).toHaveText("$120.00");
  await admin.call(deleteShippingRate, { params: { id: rate.id } });
  await payButton(page).click();
  await expect(part(page, "Shipping").getByRole("alert")).toHaveText(
    "Ground ($20.00) is no longer offered. Choose another way of shipping.",
  );
  await expect(amount(page, "Total")).toHaveText("$150.00");
  await payButton(page).click();
  await expect(thanksHeading(page)).toBeVisible();
  expect(await shop.sum(buyer.customer)).toBe(150_00);
});

test("a rate that is chosen from an old list shows what it costs now before it is paid", async ({ open }) => {
  const { buyer, admin, country } = await startCheckout();
  const body = { country, option: "Air", price: 50_00 };
  const airRate = (await admin.call(createShippingRate, { body })).reply();
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(amount(page, "Total")).toHaveText("$120.00");
  (await admin.call(updateShippingRate, { params: { id: airRate.id }, body: { price: 60_00 } })).reply();
  await part(page, "Shipping").getByLabel("Air").check();
  await expect(part(page, "Shipping").getByRole("alert")).toHaveText("Air was $50.00 and is now $60.00.");
  await expect(amount(page, "Total")).toHaveText("$160.00");
  await payButton(page).click();
  await expect(thanksHeading(page)).toBeVisible();
  expect(await shop.sum(buyer.customer)).toBe(160_00);
});

test("the cart says what became of its shipping, and follows the amount from which it is free", async ({ open }) => {
  const { buyer, device, change } = await startCheckout();
  const page = await open({ session: buyer.token });
  await change({ price: 25_00, free_from: 200_00 });
  await page.goto("/store/cart");
  await expect(page.locator(".notice.warning")).toContainText("Ground was $20.00 and is now $25.00.");
  await expect(amount(page, "Shipping, Ground")).toHaveText("$25.00");
  await page.getByLabel(`One more of ${device.name}`).click();
  await expect(amount(page, "Shipping, Ground")).toHaveText("Free");
  await page.goto("/store/checkout");
  await expect(amount(page, "Total")).toHaveText("$200.00");
  await payButton(page).click();
  await expect(thanksHeading(page)).toBeVisible();
  expect(await shop.sum(buyer.customer)).toBe(200_00);
});

test("nothing is paid while an address of another country waits for its rates, and the last choice counts", async ({
  open,
}) => {
  const { buyer, address } = await startCheckout();
  const { address: farAddress } = await createRate();
  await saveAddresses(buyer, [
    address,
    { ...address, line1: "2 Near Street" },
    { ...farAddress, line1: "9 Far Street" },
  ]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  const { seen, release } = await hold(page, "/v1/store/cart/shipping-rates*");
  const choices = part(page, "Shipping address");
  await choices.getByLabel("9 Far Street").click();
  await expect.poll(() => seen.length).toBe(1);
  await expect(payButton(page)).toBeDisabled();
  await choices.getByLabel("2 Near Street").click();
  await expect(choices.getByLabel("2 Near Street")).toBeChecked();
  release();
  await expect(payButton(page)).toBeEnabled();
  expect((await buyer.client.call(getCart)).reply().address.shipping?.line1).toBe("2 Near Street");
});

test("for an address to which nothing ships, no rate of another country is offered", async ({ open }) => {
  const { buyer, address } = await startCheckout();
  const { admin, rate, address: farAddress } = await createRate();
  (await admin.call(updateShippingRate, { params: { id: rate.id }, body: { is_active: false } })).reply();
  await saveAddresses(buyer, [address, { ...farAddress, line1: "9 Far Street" }]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(amount(page, "Total")).toHaveText("$120.00");
  await part(page, "Shipping address").getByLabel("9 Far Street").click();
  const shipping = part(page, "Shipping");
  await expect(shipping).toContainText("We do not ship to this country. Choose another shipping address.");
  await expect(shipping.getByRole("radio")).toHaveCount(0);
  await part(page, "Shipping address").getByLabel("1 Main Street").click();
  await expect(amount(page, "Total")).toHaveText("$120.00");
});
