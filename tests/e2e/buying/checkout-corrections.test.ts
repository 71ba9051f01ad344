// Everything that a buyer corrects before paying, on one page with shared helpers.
import { expect, test } from "../../support/browser.ts";
import { getCart, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { getOrder, listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { add } from "../../v1/store/cart-calls.ts";
import { address, cards, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import {
  createBuyerWithoutAddress,
  amount,
  enterAddress,
  readOrderNumber,
  part,
  payButton,
  payCart,
  typeAddress,
} from "../store/steps.ts";

test("an address that cannot be located stays in its form, with what is wrong at its field, until it is right", async ({
  open,
}) => {
  const page = await open({ session: (await createBuyerWithoutAddress()).token });
  await page.goto("/store/checkout");
  await enterAddress(page, "Shipping address", { ...address, postal_code: "00000" });
  const form = part(page, "Shipping address");
  const postalField = form.getByLabel("Postal code", { exact: true });
  await expect(postalField).toHaveAccessibleDescription(
    "Tax cannot be calculated for this address. Check its postal code, city and state.",
  );
  await expect(postalField).toHaveValue("00000");
  await expect(form.getByLabel("Address line 1", { exact: true })).toHaveValue(address.line1);
  await postalField.fill(address.postal_code);
  await form.getByRole("button", { name: "Use this address", exact: true }).click();
  await expect(payButton(page)).toBeEnabled();

  await form.getByRole("button", { name: "Edit 1 Main Street" }).click();
  await form.getByLabel("Recipient", { exact: true }).fill("Mei Tanaka");
  await form.getByLabel("Company", { exact: true }).fill("Initech Labs");
  await form.getByRole("button", { name: "Use this address", exact: true }).click();
  await expect(form).toContainText("Mei Tanaka, Initech Labs, 1 Main Street");
  await payButton(page).click();
  await readOrderNumber(page);
  await expect(page.locator("main")).toContainText("Mei Tanaka, Initech Labs, 1 Main Street");
});

test("a state is chosen where the country has them, and asked for before anything is sent", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  const form = part(page, "Shipping address");
  await form.getByLabel("Another address").check();
  const stateField = form.getByLabel("State or region", { exact: true });
  await form.getByLabel("Address line 1", { exact: true }).fill("2 Dock");
  await form.getByLabel("City", { exact: true }).fill("Toronto");
  await form.getByLabel("Postal code", { exact: true }).fill("M5H 2N2");
  await form.getByLabel("Postal code", { exact: true }).press("Enter");
  await expect(stateField).toHaveAccessibleDescription("State is required.");
  await form.getByLabel("Country", { exact: true }).selectOption("CA");
  await stateField.selectOption("ON");
  await form.getByRole("button", { name: "Use this address", exact: true }).click();
  await expect(form).toContainText("2 Dock, Toronto, ON M5H 2N2, CA");
  await form.getByRole("button", { name: "Remove 2 Dock" }).click();
  await expect(form).not.toContainText("2 Dock");
});

test("an address that is typed but not used yet is saved before a payment method is added, or asks for what it lacks", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await add(buyer.client, device.id);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  const form = part(page, "Shipping address");
  await typeAddress(page, "Shipping address", { ...address, city: "" });
  await button(page, "Add payment method").click();
  await expect(form.getByLabel("City", { exact: true })).toHaveAccessibleDescription("City is required.");
  await expect(page).toHaveURL(/\/store\/checkout$/);
  await form.getByLabel("City", { exact: true }).fill(address.city);
  await button(page, "Add payment method").click();
  await page.getByLabel("Visa that works").check();
  await button(page, "Save").click();
  await expect(page).toHaveURL(/\/store\/checkout\?added=true$/);
  await expect(form.getByLabel(address.line1)).toBeChecked();
  expect((await buyer.client.call(getCart)).reply().address).toMatchObject({ shipping: address, billing: address });
});

test("a tax that could not be read, because the connection was lost, is asked for again by a button", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.route("**/v1/store/cart/tax", (route) => route.abort());
  await page.goto("/store/checkout");
  await expect(page.getByRole("alert")).toContainText("An unknown error occurred, please try again.");
  await expect(payButton(page)).toHaveCount(0);
  await page.unroute("**/v1/store/cart/tax");
  await button(page, "Try again").click();
  await payButton(page).click();
  await readOrderNumber(page);
});

test("a declined card is marked and not chosen any more, and a reload tells it no second time", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.addMethod(buyer.customer, cards.good);
  await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
  const page = await open({ session: buyer.token });
  await payCart(page);
  const payment = part(page, "Payment");
  await expect(payment.locator(".notice.danger")).toContainText("The payment was declined and nothing was charged.");
  await expect(payment.getByLabel("Visa ending in 0341")).not.toBeChecked();
  await expect(payment).toContainText(/Declined \d+ \w{3}, \d\d:\d\d/);
  await expect(payButton(page)).toBeDisabled();
  await expect(page.getByText("Choose another payment method to pay.")).toBeVisible();
  await expect(page).toHaveURL(/\/store\/checkout$/);
  await page.reload();
  await expect(payment.locator(".notice.danger")).toHaveCount(0);
  await payment.getByLabel("Visa ending in 4242").check();
  await payButton(page).click();
  await readOrderNumber(page);
});

test("who has no payment method finds one clear button, beside the payment and beside the total", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await add(buyer.client, device.id);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(part(page, "Payment").getByRole("button", { name: "Add payment method", exact: true })).toHaveClass(
    "button",
  );
  await expect(button(page, "Add a payment method")).toHaveClass("button");
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
});

test("the buyer's own number and note go with the order", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  await page.getByLabel("PO number", { exact: true }).fill("PO 4500012345");
  await page.getByLabel("Note to us", { exact: true }).fill("Gate 3, ask for Mei");
  await payButton(page).click();
  const number = await readOrderNumber(page);
  await link(page, `See order ${number}`).click();
  await expect(page.locator("main")).toContainText("PO 4500012345");
  await expect(page.locator("main")).toContainText("Gate 3, ask for Mei");
  const order_id = page.url().split("/").at(-1) ?? "";
  const order = (await buyer.client.call(getOrder, { params: { order_id } })).reply();
  expect([order.po_number, order.note, order.terms_version]).toEqual([
    "PO 4500012345",
    "Gate 3, ask for Mei",
    "2026-01",
  ]);
  const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
  expect(invoice?.["custom_fields"]).toEqual([{ name: "PO number", value: "PO 4500012345" }]);
  await page.goto("/portal/orders?search=4500012345");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
});

test("Enter in the PO number saves it and does not leave the checkout", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  const poNumberField = page.getByLabel("PO number", { exact: true });
  await poNumberField.fill("PO 4500055555");
  await poNumberField.press("Enter");
  await expect.poll(async () => (await buyer.client.call(getCart)).reply().po_number).toBe("PO 4500055555");
  await payButton(page).click();
  await readOrderNumber(page);
  expect(await shop.query("select po_number from orders where user_id = $1", [buyer.user.id])).toEqual([
    { po_number: "PO 4500055555" },
  ]);
});

test("a PO number whose saving failed is sent again before the payment, or keeps it from going out", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  await page.route("**/v1/store/cart", (route) => route.abort());
  const failedSave = page.waitForEvent("requestfailed");
  await page.getByLabel("PO number", { exact: true }).fill("PO 4500067890");
  await failedSave;
  await expect(page.getByRole("alert").first()).toBeVisible();
  const secondFailedSave = page.waitForEvent("requestfailed");
  await payButton(page).click();
  await secondFailedSave;
  await expect(payButton(page)).toBeEnabled();
  expect(await shop.query("select 1 from orders where user_id = $1", [buyer.user.id])).toEqual([]);
  await page.unroute("**/v1/store/cart");
  await payButton(page).click();
  await readOrderNumber(page);
  expect(await shop.query("select po_number from orders where user_id = $1", [buyer.user.id])).toEqual([
    { po_number: "PO 4500067890" },
  ]);
});

test("on a phone the total and the button to pay stay in sight", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token, viewport: { width: 390, height: 844 } });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeInViewport();
  await expect(page.locator(".pay-total")).toHaveText(`Total ${await amount(page, "Total").innerText()}`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(payButton(page)).toBeInViewport();
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [device.id]: 1 });
});

test("what is paid today and what is paid again are told apart, and the usual billing address is one line", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  const monthly = await shop.createPlan();
  const yearly = await shop.createPlan({ subscription_term: "year", price_levels: { "Base Price": 900_00 } });
  await shop.query("update organizations set address_books = $2 where id = $1", [
    buyer.org_id,
    JSON.stringify([{ address, phone: null }]),
  ]);
  for (const { id } of [device, monthly, yearly]) await add(buyer.client, id);
  await shop.addMethod(buyer.customer, cards.good);
  const page = await open({ session: buyer.token });
  await page.goto("/store/cart");
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Today $1,049.00, then $49.00 a month and $900.00 a year.");
  await button(page, `One more of ${device.name}`).click();
  await expect(summary).toContainText("Today $1,149.00, then $49.00 a month and $900.00 a year.");
  await page
    .locator(".cart-line", { hasText: device.name })
    .getByRole("button", { name: /^Remove/ })
    .click();

  await page.goto("/store/checkout");
  // Texas taxes 8.25 %: https://comptroller.texas.gov/taxes/sales/
  await expect(amount(page, "Total")).toHaveText("$1,027.29");
  await expect(page.getByRole("region", { name: "Order summary" })).toContainText(
    "Today $1,027.29, then $53.04 a month and $974.25 a year.",
  );
  const billing = part(page, "Billing address");
  await expect(billing).toContainText("1 Main Street, Austin, TX 73301, US");
  await expect(billing.getByRole("radio")).toHaveCount(0);
  await button(page, "Change the billing address").click();
  await expect(billing.getByLabel("1 Main Street")).toBeChecked();
  await expect(billing.getByLabel("1 Main Street")).toBeFocused();
});

test("a cart that another tab changed is shown before it can be paid, with the PO number just typed", async ({
  open,
}) => {
  const [buyer, device, other] = [await shop.buyer(), await shop.createProduct(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  // The other tab adds a product and puts another street into the address.
  (await add(buyer.client, other.id, 1)).reply();
  (
    await buyer.client.call(updateCart, { body: { address: { shipping: { ...address, line1: "9 Side Street" } } } })
  ).reply();
  await page.getByLabel("PO number", { exact: true }).fill("PO-4711");
  await payButton(page).click();
  await expect(page.locator("main")).toContainText(
    "Your cart has been updated. This is how it looks now; please check it before you pay.",
  );
  expect((await buyer.client.call(listOrders)).reply().data).toEqual([]);
  await expect(page.locator("main")).toContainText("9 Side Street");
  await expect(page.getByLabel("PO number", { exact: true })).toHaveValue("PO-4711");
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await readOrderNumber(page);
});
