import { markInvoicePaid } from "../../../worker/contract/v1/admin/invoices.ts";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { waitUntilSettled, createUnpaidOrder } from "../../v1/admin/invoices/unpaid.ts";
import { button, link } from "../account/steps.ts";
import { hold } from "../forms/hold.ts";

test("an administrator refunds one of two, and the customer sees it", async ({ open }) => {
  const [admin, buyer, product] = [await signedInAdmin(), await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 2 } })).reply();
  const { order_id } = (await shop.checkout(buyer)).reply();

  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/orders/${order_id}`);
  await link(page, "Refund").click();
  await page.getByLabel(`Quantity of ${product.name}`).fill("1");
  await page.getByLabel("Reason", { exact: true }).selectOption("Damaged or defective goods");
  await button(page, "Work out the sum").click();
  // $100.00 and the 8.25 % tax of Texas.
  await button(page, "Refund $108.25").click();
  await expect(page.getByText("$108.25 goes back.")).toBeVisible();
  await expect(page.getByText("Damaged or defective goods")).toBeVisible();
  await expect(page.getByText("1 of 2 refunded")).toBeVisible();

  const customerPage = await open({ session: buyer.token });
  await customerPage.goto(`/portal/orders/${order_id}`);
  await expect(customerPage.getByText("1 of 2 refunded")).toBeVisible();
  await expect(customerPage.getByText("Refunded: $108.25")).toBeVisible();
});

test("the sum of a refund follows what is entered, and the button waits for one that is possible", async ({ open }) => {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const { bought } = await shop.purchase([product]);
  const page = await open({ session: admin.token });
  await page.goto(`/admin/orders/${bought.order_id}/refund`);
  await expect(button(page, "Refund")).toBeDisabled();
  await page.getByLabel(`Quantity of ${product.name}`).fill("2");
  await expect(page.getByText(`Only 1 of ${product.name} can still be refunded.`)).toBeVisible();
  await expect(button(page, "Refund")).toBeDisabled();
  await page.getByLabel(`Quantity of ${product.name}`).fill("1");
  await expect(button(page, "Refund $108.25")).toBeEnabled();
  await page.getByLabel(`Quantity of ${product.name}`).press("Enter");
  await expect(page).toHaveURL(/refund$/);
  await page.getByLabel("Or an amount in dollars").fill("3");
  await expect(page.getByText("Enter quantities or an amount, not both.")).toBeVisible();
  await page.getByLabel(`Quantity of ${product.name}`).fill("");
  await button(page, "Refund $3.00").click();
  await expect(page.getByText("$3.00 goes back.")).toBeVisible();
});

test("money of a wire is noted as paid back, and its sum follows what is entered", async ({ open }) => {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const { invoice_id, order_id } = await createUnpaidOrder([product]);
  const body = { reference: "Wire 4711", paid_on: "2026-11-19" };
  (await admin.client.call(markInvoicePaid, { params: { invoice_id }, body })).reply();
  const page = await open({ session: admin.token });
  await page.goto(`/admin/orders/${order_id}`);
  await link(page, "note it as paid back").click();
  const noteButton = page.getByRole("button", { name: /as paid back$/ });
  await expect(noteButton).toBeDisabled();
  await page.getByLabel(`Quantity of ${product.name}`).fill("1");
  await expect(noteButton).toHaveText("Note $108.25 as paid back");
  await noteButton.click();
  await expect(page.getByText("Reference is required.").first()).toBeVisible();
  await expect(page.getByLabel(`Quantity of ${product.name}`)).toHaveValue("1");
  await page.getByLabel("Reference").fill("Wire back 17");
  await noteButton.click();
  await expect(page.getByText("$108.25 is noted as paid back.")).toBeVisible();
  await expect(page.getByText("paid by other means, Wire back 17")).toBeVisible();
});

test("what is typed into a refund before its script is there counts", async ({ open }) => {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const { bought } = await shop.purchase([product]);
  const page = await open({ session: admin.token });
  const { release } = await hold(page, "/assets/shared-*.js");
  await page.goto(`/admin/orders/${bought.order_id}/refund`, { waitUntil: "commit" });
  await page.getByLabel(`Quantity of ${product.name}`).fill("1");
  release();
  await expect(page.getByRole("button", { name: /^Refund \$/ })).toBeEnabled();
  await expect(page.getByLabel(`Quantity of ${product.name}`)).toHaveValue("1");
});

test("what is typed into a cancellation of lines before its script is there counts", async ({ open }) => {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const { bought } = await shop.purchase([product]);
  const page = await open({ session: admin.token });
  const { release } = await hold(page, "/assets/shared-*.js");
  await page.goto(`/admin/orders/${bought.order_id}/cancel-lines`, { waitUntil: "commit" });
  await page.getByLabel(`Cancel of ${product.name}`).fill("1");
  release();
  await expect(button(page, "Cancel 1 piece")).toBeEnabled();
  await expect(page.getByLabel(`Cancel of ${product.name}`)).toHaveValue("1");
});

test("a failed refund is a banner with its own amount and reason, and is noted as paid by other means", async ({
  open,
}) => {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const buyer = await shop.purchase([product]);
  const params = { order_id: buyer.bought.order_id ?? "" };
  (await admin.client.call(refundOrder, { params, body: { amount: 1234 } })).reply();
  const [charge] = await shop.charges(buyer.customer);
  const [refund] = await shop.objects("refund", { charge: charge?.id ?? "" });
  await shop.control("/refunds", { refund: refund?.id, outcome: "failed" });
  await waitUntilSettled(buyer);
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/orders/${params.order_id}`);
  await expect(page.getByText(/Refund of \$12\.34 failed on .*: the card has expired or was canceled/)).toBeVisible();
  await expect(page.getByText("A refund of this order failed. Try it again,")).toBeVisible();
  await button(page, "Note as paid by other means").click();
  await page.getByLabel("Reference").fill("Wire 4711");
  await page.getByLabel("Paid on").fill("2026-11-20");
  await button(page, "Note as paid").last().click();
  await expect(page.getByText("The refund is noted as paid by other means.")).toBeVisible();
  await expect(page.getByText("paid by other means, Wire 4711")).toBeVisible();
  await expect(page.getByText(/Refund of \$12\.34 failed/)).toBeHidden();
});

test("an administrator is told why a customer paid that, and what it would be today, on the order's own page", async ({
  open,
}) => {
  const price_levels = { "Base Price": 120_00, Partner: 90_00 };
  const [admin, buyer, product] = [
    await signedInAdmin(),
    await shop.buyer(),
    await shop.createProduct({ price_levels }),
  ];
  const params = { org_id: buyer.org_id };
  (await admin.client.call(updateOrganization, { params, body: { price_level_name: "Partner" } })).reply();
  await shop.fillCart(buyer, [product]);
  const { order_id } = (await shop.checkout(buyer)).reply();
  await query("update products set price_levels = $2 where id = $1", [product.id, { ...price_levels, Partner: 95_00 }]);

  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/orders/${order_id}`);
  await page.getByText("Why this price").click();
  await expect(page.getByText("$90.00 was the price at Partner when it was ordered.")).toBeVisible();
  const priceDetails = page.locator("details", { hasText: "Why this price" });
  await expect(priceDetails).toContainText("Base price then$120.00");
  await expect(priceDetails).toContainText("Today it would be$95.00");
  await expect(priceDetails).toContainText("set by ");
});
