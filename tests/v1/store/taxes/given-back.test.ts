import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import type { Actor } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { type Shop, openShop } from "../../../support/store.ts";
import { createReports } from "./reports.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
let on: ReturnType<typeof createReports>;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  admin = await shop.signedInAdmin();
  on = createReports(shop);
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

describe("what is given back is taken back", () => {
  async function buyDevice() {
    const buyer = await shop.purchase([await shop.createProduct()]);
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    const [charge] = await shop.charges(buyer.customer);
    return { ...buyer, charge: charge?.id ?? "", total: charge?.amount ?? 0, reference: `invoice_${invoice?.id}` };
  }
  const listRefundIds = async (charge: string) => (await shop.objects("refund", { charge })).map(({ id }) => id);

  test("in part and then the rest", async () => {
    const { bought, charge, total, reference } = await buyDevice();
    const params = { order_id: bought.order_id ?? "" };
    (await admin.client.call(refundOrder, { params, body: { amount: 700 } })).reply();
    await on.report();
    expect(await on.reported(reference)).toMatchObject({ left: total - 700 });
    const [first = ""] = await listRefundIds(charge);
    expect(await on.reported(`refund_${first}`)).toMatchObject({ type: "reversal", left: -700 });
    (await admin.client.call(refundOrder, { params, body: { amount: total - 700 } })).reply();
    await on.report();
    expect(await on.reported(reference)).toMatchObject({ left: 0 });
  });

  test("line by line, as it was refunded", async () => {
    const { bought, charge, total, reference, client } = await buyDevice();
    const params = { order_id: bought.order_id ?? "" };
    const [line] = (await client.call(getOrder, { params })).reply().lines;
    (
      await admin.client.call(refundOrder, { params, body: { lines: [{ line_id: line?.id ?? "", quantity: 1 }] } })
    ).reply();
    await on.report();
    const [first = ""] = await listRefundIds(charge);
    const [{ amount } = { amount: 0 }] = await shop.query<{ amount: number }>(
      "select -amount_cents::int as amount from payment_ledger where stripe_object_id = $1",
      [first],
    );
    // The refunded amount is the price of one device, $100.00, and the tax that the fake calculates for the device.
    expect(await on.reported(`refund_${first}`)).toEqual({ type: "reversal", left: -amount, tax: -(amount - 100_00) });
    expect(await on.reported(reference)).toMatchObject({ left: total - amount });
    (await admin.client.call(refundOrder, { params, body: { lines: [{ line_id: "shipping", quantity: 1 }] } })).reply();
    await on.report();
    expect(await on.reported(reference)).toMatchObject({ left: 0 });
    const reversals = (await shop.sandbox.callsTo("stripe")).filter(({ path }) => path.endsWith("/create_reversal"));
    expect(
      reversals.map(({ body }) => Object.keys(Object(body)).filter((key) => /line_items|shipping_cost|flat/.test(key))),
    ).toEqual(expect.arrayContaining([["line_items"], ["shipping_cost"]]));
  });

  test("in full, after the sale was reported", async () => {
    await on.refuseTwice();
    const buyer = await shop.purchase([await shop.createProduct()]);
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/refunds", { charge: charge?.id });
    await on.report();
    for (let turn = 0; turn < 2; turn += 1) await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toMatchObject({ left: 0 });
    const reversals = (await shop.sandbox.callsTo("stripe")).filter(({ path }) => path.endsWith("/create_reversal"));
    expect(reversals[0]?.body).toMatchObject({ mode: "full" });
  });

  test("never for a refund that failed", async () => {
    const { charge, total, reference } = await buyDevice();
    await shop.control("/refunds", { charge, amount: 700, outcome: "failed" });
    await on.report();
    expect(await on.reported(reference)).toMatchObject({ left: total });
  });

  test("never for a refund that failed after its reversal was refused", async () => {
    const { charge, total, reference } = await buyDevice();
    await shop.sandbox.addFault({ service: "stripe", path: "/create_reversal", kind: "status", value: 400 });
    const { id } = JSON.parse(await shop.control("/refunds", { charge, amount: 700 }));
    await on.report();
    await shop.control("/refunds", { refund: id, outcome: "failed" });
    await on.report();
    await on.retryRefused();
    expect(await on.reported(reference)).toMatchObject({ left: total });
  });

  /** Creates a refund that succeeds, has its tax reversed, and then fails. */
  async function createFailedRefund(amount?: number) {
    const sold = await buyDevice();
    const { id } = JSON.parse(await shop.control("/refunds", { charge: sold.charge, ...(amount && { amount }) }));
    await on.report();
    expect(await on.reported(sold.reference)).toMatchObject({ left: sold.total - (amount ?? sold.total) });
    await shop.control("/refunds", { refund: id, outcome: "failed" });
    await on.report();
    expect(app.lines.filter((line) => line.includes(`refund_failed_${id}`))).toEqual([]);
    return { ...sold, refund: String(id) };
  }

  test("and booked again when the refund of a part fails after all", async () => {
    const { total, reference, refund } = await createFailedRefund(700);
    expect(await on.reported(reference)).toMatchObject({ left: total });
    expect(await on.reported(`refund_failed_${refund}`)).toMatchObject({ type: "reversal", left: 700 });
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await on.report();
    expect(await on.reported(reference)).toMatchObject({ left: total });
  });

  test("and sold again when the refund of all of it fails after all, to be taken back by the next one", async () => {
    const { total, reference, refund, charge } = await createFailedRefund();
    const failedReference = `refund_failed_${refund}`;
    expect(await on.reported(reference)).toMatchObject({ left: 0 });
    expect(await on.reported(failedReference)).toMatchObject({ type: "transaction", left: total });
    await shop.control("/refunds", { charge });
    await on.report();
    expect(await on.reported(failedReference)).toMatchObject({ left: 0 });
  });
});
