import { describe, expect, test } from "vitest";
import { getAdminInvoiceUrl, flagInvoiceSync, listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { getInvoiceUrl, listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { orderByLink, getOrder, listOrders } from "../../../worker/contract/v1/client/orders.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { postForm } from "../../support/forms.ts";
import { waitUntilSettled } from "../admin/invoices/unpaid.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";

/** A product that is not shipped, so that an order costs no more than its price. */
const createSoftware = () => shop.createProduct({ type: "software" });
const unknownId = "00000000-0000-4000-8000-000000000000";
const placeOrder = (buyer: Pick<Buyer, "client">, lines: object[]) =>
  buyer.client.call(orderByLink, { body: { products: lines } });
const fetchOrder = async ({ client }: Pick<Buyer, "client">, order_id: string) =>
  (await client.call(getOrder, { params: { order_id } })).reply();

describe("an order with a payment link", () => {
  test("is new and pending, costs the level's price, and is paid once on the provider's page", async () => {
    const device = await shop.createProduct({
      type: "software",
      price_levels: { "Base Price": 100_00, Partner: 70_00 },
    });
    const person = await shop.buyer();
    await query("update organizations set price_level_name = 'Partner' where id = $1", [person.org_id]);
    const answer = (await placeOrder(person, [{ productId: device.id, quantity: 2, price: 1 }])).reply();
    expect(answer).toMatchObject({ status: "new", payment_status: "pending", total: 140_00 });
    expect(answer.stripe_bill_link).toMatch(/^http/);
    expect((await shop.submit(answer.stripe_bill_link ?? "", { choice: cards.good })).status).toBe(303);
    await expect
      .poll(async () => (await shop.sweep(), fetchOrder(person, answer.id)))
      .toMatchObject({ status: "received", payment_status: "paid" });
    expect((await shop.charges(person.customer)).map(({ amount }) => amount)).toEqual([140_00]);
    const { ledger, invoices } = await shop.books(person.org_id);
    expect([ledger, invoices.length]).toEqual([[{ kind: "charge", amount: 140_00 }], 1]);
    expect((await shop.submit(answer.stripe_bill_link ?? "", { choice: cards.good })).status).not.toBe(303);
  });

  test("may be made by any member, with product_id as well, and equal lines are added up", async () => {
    const device = await createSoftware();
    const member = await signedIn({ roles: ["user"] });
    const lines = [
      { product_id: device.id, quantity: 1 },
      { productId: device.id, quantity: 2 },
    ];
    const placedOrder = (await placeOrder(member, lines)).reply();
    expect((await fetchOrder(member, placedOrder.id)).lines.map(({ quantity }) => quantity)).toEqual([3]);
    expect(placedOrder.total).toBe(300_00);
  });

  test("is listed with what was ordered in short", async () => {
    const products = [await createSoftware(), await createSoftware(), await createSoftware()];
    const member = await signedIn({ roles: ["user"] });
    const lines = products.map(({ id }) => ({ productId: id, quantity: 2 }));
    const { lines: ordered } = await fetchOrder(member, (await placeOrder(member, lines)).reply().id);
    const { data } = (await member.client.call(listOrders)).reply();
    expect(data.map(({ items }) => items)).toEqual([{ count: 3, first_name: ordered[0]?.name }]);
  });

  test("stays pending when the card is declined there, and can be paid with another", async () => {
    const buyer = await shop.buyer();
    const orderReply = (await placeOrder(buyer, [{ productId: (await createSoftware()).id, quantity: 1 }])).reply();
    const link = orderReply.stripe_bill_link ?? "";
    expect((await shop.submit(link, { choice: cards.declines })).status).toBe(402);
    expect((await fetchOrder(buyer, orderReply.id)).payment_status).toBe("pending");
    expect((await shop.submit(link, { choice: cards.good })).status).toBe(303);
    await expect
      .poll(async () => (await shop.sweep(), fetchOrder(buyer, orderReply.id)))
      .toMatchObject({ payment_status: "paid" });
  });

  test("that was paid with another amount than ours is not paid but marked for a person", async () => {
    const buyer = await shop.buyer();
    const orderReply = (await placeOrder(buyer, [{ productId: (await createSoftware()).id, quantity: 1 }])).reply();
    await query("update invoices set amount = amount + 1 where reference_id = $1", [orderReply.id]);
    await shop.submit(orderReply.stripe_bill_link ?? "", { choice: cards.good });
    await expect
      .poll(async () => (await shop.sweep(), (await shop.books(buyer.org_id)).invoices))
      .toMatchObject([{ payment_status: "pending", needs_review: true }]);
    expect(await fetchOrder(buyer, orderReply.id)).toMatchObject({ status: "new", payment_status: "pending" });
  });

  test.each([
    ["nothing", () => [], "NO_PRODUCTS_IN_CART"],
    ["an unknown product", () => [{ productId: unknownId, quantity: 1 }], "PRODUCT_NOT_FOUND"],
    [
      "what is not sold",
      async () => [{ productId: (await shop.createProduct({ is_published: false })).id, quantity: 1 }],
      "PRODUCT_NOT_FOUND",
    ],
    [
      "what has no price",
      async () => [{ productId: (await shop.createProduct({ price_levels: {} })).id, quantity: 1 }],
      "PRODUCT_BASE_PRICE_NOT_FOUND",
    ],
    ["a plan", async () => [{ productId: (await shop.createPlan()).id, quantity: 1 }], "INVALID_SUBSCRIPTION_QTY"],
  ])("is refused for %s", async (_, lines, errcode) => {
    const buyer = await shop.buyer();
    const answer = await placeOrder(buyer, await lines());
    expect(answer.errcode).toBe(errcode);
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
  });

  test.each([0, -1, 1.5, 10_001, "1", null])("is refused for the quantity %j", async (quantity) => {
    const answer = await placeOrder(await shop.buyer(), [{ productId: (await createSoftware()).id, quantity }]);
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["products", 0, "quantity"]]);
  });

  test("is not kept when the organization has no billing address for mail", async () => {
    const member = await signedIn();
    await query("update organizations set billing_email = null where id = $1", [member.user.org_id]);
    const answer = await placeOrder(member, [{ productId: (await createSoftware()).id, quantity: 1 }]);
    expect([answer.errcode, (await shop.books(member.user.org_id)).orders]).toEqual(["ORG_EMAIL_NOT_FOUND", []]);
  });
});

describe("orders and invoices of an organization", () => {
  test("are seen by every member, and by nobody of another organization", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    const order_id = buyer.bought.order_id ?? "";
    const colleague = await signedIn({ org_id: buyer.org_id });
    expect((await colleague.client.call(listOrders)).reply().data.map(({ id }) => id)).toEqual([order_id]);
    expect((await fetchOrder(colleague, order_id)).id).toBe(order_id);
    const stranger = await signedIn({ roles: ["org", "buyer", "user"] });
    const denial = await stranger.client.call(getOrder, { params: { order_id } });
    expect([denial.status, denial.errcode]).toEqual([403, "ORDER_ACCESS_DENIED"]);
    expect((await stranger.client.call(getOrder, { params: { order_id: unknownId } })).errcode).toBe("ORDER_NOT_FOUND");
    const lists = [await stranger.client.call(listOrders), await stranger.client.call(listInvoices)];
    expect(lists.map((answer) => answer.reply().meta.count)).toEqual([0, 0]);
    const [invoice] = (await buyer.client.call(listInvoices)).reply().data;
    const params = { invoice_id: invoice?.id ?? "" };
    expect((await stranger.client.call(getInvoiceUrl, { params })).errcode).toBe("INVOICE_NOT_FOUND");
  });

  test("are downloaded from the provider, by the buyer and by an administrator", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    const [invoice] = (await buyer.client.call(listInvoices)).reply().data;
    const params = { invoice_id: invoice?.id ?? "" };
    const { url } = (await buyer.client.call(getInvoiceUrl, { params })).reply();
    expect((await fetch(url)).status).toBe(200);
    const admin = await signedInAdmin();
    expect((await admin.client.call(getAdminInvoiceUrl, { params })).reply().url).toBe(url);
    expect((await admin.client.call(getAdminInvoiceUrl, { params: { invoice_id: unknownId } })).errcode).toBe(
      "INVOICE_NOT_FOUND",
    );
    // Without this wait, a late webhook would restore the URL.
    await waitUntilSettled(buyer);
    await query("update invoices set stripe_invoice_url = null where id = $1", [params.invoice_id]);
    expect((await buyer.client.call(getInvoiceUrl, { params })).errcode).toBe("FILE_NOT_FOUND");
  });

  test("are flagged for the accounting export as often as wanted, and unflagged", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    const admin = await signedInAdmin();
    const fetchInvoice = async () =>
      (await admin.client.call(listAdminInvoices, { query: { org_id: buyer.org_id } })).reply().data[0];
    expect((await fetchInvoice())?.is_net_suite_sync_needed).toBe(true);
    const params = { invoice_id: (await fetchInvoice())?.id ?? "" };
    const flagSync = (body?: object) => admin.client.call(flagInvoiceSync, { params, ...(body ? { body } : {}) });
    (await flagSync({ is_net_suite_sync_needed: false })).reply();
    expect((await fetchInvoice())?.is_net_suite_sync_needed).toBe(false);
    (await flagSync()).reply();
    (await flagSync()).reply();
    expect((await fetchInvoice())?.is_net_suite_sync_needed).toBe(true);
    const auditSql =
      "select data ->> 'isNeeded' as needed from audit_log where subject_id = $1 and action = 'flagInvoiceSync'";
    expect(await query(`${auditSql} order by created_at, id`, [params.invoice_id]), "twice changes nothing").toEqual([
      { needed: "false" },
      { needed: "true" },
    ]);
  });

  test("are flagged together or not at all, and the one that is not there is named", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    const { client } = await signedInAdmin();
    const [invoice] = await query<{ id: string }>(
      "update invoices set is_net_suite_sync_needed = false where org_id = $1 returning id",
      [buyer.org_id],
    );
    const answer = await postForm(client, "/admin/invoices/sync-needed", [
      ["id", invoice?.id ?? ""],
      ["id", unknownId],
      [`name.${unknownId}`, "IN-404"],
    ]);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringMatching(/IN-404: [^.]+\. None of the 2 was changed\./),
    ]);
    expect(await query("select 1 from invoices where id = $1 and is_net_suite_sync_needed", [invoice?.id])).toEqual([]);
  });
});
