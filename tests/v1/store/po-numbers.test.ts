import { afterAll, beforeAll, expect, test } from "vitest";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { startOwnApp } from "../../support/app.ts";
import { type Shop, openShop } from "../../support/store.ts";

// The provider's clock is shared state, so this test advances it in its own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

test("the buyer's own number stands on every invoice of a purchase, here and at the provider, and finds them", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct(), await shop.createPlan()]);
  const reference = { po_number: "PO-88/4711", note: "Cost centre 12" };
  (await buyer.client.call(updateCart, { body: reference })).reply();
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const other = await shop.purchase([await shop.createPlan()]);
  await shop.settled();
  const searchInvoices = async (search: string) =>
    (await buyer.client.call(listInvoices, { query: { search } })).reply().data;
  const bought = await searchInvoices("88/47");
  expect(bought.map(({ reference_type }) => reference_type).toSorted()).toEqual(["order", "subscription"]);
  for (const invoice of bought) expect(invoice).toMatchObject(reference);
  expect(await searchInvoices("88/48")).toEqual([]);

  const plan = bought.find(({ reference_type }) => reference_type === "subscription")?.reference_id ?? "";
  const page = await (await buyer.client.fetch(hrefOf(pages.subscription, { subscription_id: plan }))).text();
  expect(page).toContain("PO number PO-88/4711");
  expect(page).toContain("Note: Cost centre 12");

  await shop.advance(32);
  await shop.settled();
  const allInvoices = await searchInvoices("PO-88");
  expect(allInvoices).toHaveLength(3);
  const renewal = allInvoices.find(({ id }) => !bought.some((each) => each.id === id));
  // A note is about one delivery, the PO number about the whole purchase.
  expect(renewal).toMatchObject({ reference_type: "subscription", po_number: reference.po_number, note: null });
  const fields = (await shop.objects("invoice", { customer: buyer.customer })).map((each) => each["custom_fields"]);
  expect(fields).toEqual(Array.from({ length: 3 }, () => [{ name: "PO number", value: reference.po_number }]));
  const [otherInvoice] = await shop.objects("invoice", { customer: other.customer });
  expect(otherInvoice?.["custom_fields"]).toBeNull();
  const admin = await shop.signedInAdmin();
  const query = { search: "po-88/4711", org_id: buyer.org_id };
  expect((await admin.client.call(listAdminInvoices, { query })).reply().meta.count).toBe(3);
  expect((await other.client.call(listInvoices, { query: { search: "88/47" } })).reply().data).toEqual([]);
});
