// Orders on account, cut off at points from the claim of the cart to the open invoice, and while they are canceled.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "../../worker/contract/v1/admin/orders.ts";
import { payInvoices } from "../../worker/contract/v1/client/invoices.ts";
import { getReceivables } from "../../worker/contract/v1/client/receivables.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import { everyNth, isWhole } from "../support/by-night.ts";
import type { Actor } from "../support/actors.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { createAccountHelpers } from "../v1/store/account/account.ts";
import { type CutPoint, cutOff, cutPoints, hang, chooseVictim } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull } from "./runs.ts";

let app: FaultApp;
let account: ReturnType<typeof createAccountHelpers>;
let device: TestProduct;
let admin: Actor;
beforeAll(async () => {
  app = await startFaultApp();
  account = createAccountHelpers(app.shop);
  device = await app.shop.createProduct();
  admin = await app.shop.signedInAdmin();
});
afterEach(async () => {
  await app.shop.sandbox.clearFaults();
  await app.shop.control("/deliveries", { action: "release" });
});
afterAll(() => app?.stop());

const sampleCases = <T>(cases: T[]): T[] => (isFull ? cases : everyNth(cases, 3));

const fetchReceivables = async ({ client }: Buyer) => (await client.call(getReceivables)).reply();
const listProviderInvoices = ({ customer }: Buyer) => app.shop.objects("invoice", { customer });
const listOpenedStatuses = async (buyer: Buyer) =>
  (await listProviderInvoices(buyer)).filter(({ status }) => status !== "draft").map(({ status }) => status);

/** A checkout on account takes no money: the provider opens an invoice instead. */
const points: CutPoint[] = [
  ...cutPoints.filter(({ of, name }) => of === "checkout" && !name.startsWith("when the provider")),
  ...(["", "/add_lines", "/finalize"] as const).flatMap((step) =>
    (["before", "after"] as const).map((when): CutPoint => {
      const call = { "": "creates", "/add_lines": "fills", "/finalize": "opens" }[step];
      return {
        name: `${when} the provider ${call} the invoice`,
        of: "checkout",
        arm: hang({ service: "stripe", path: step || "/v1/invoices", when }),
      };
    }),
  ),
];

for (const [place, point] of points.entries()) {
  if (!isWhole && !isFull && place % 3 !== 0) continue;
  test(`an order on account that is cut off ${point.name} has one invoice`, async () => {
    const { shop } = app;
    const buyer = await account.accountBuyer();
    const { updated_at } = await account.fillOnAccount(buyer, [device]);
    const checkout = () => buyer.client.call(checkoutCart, { body: { updated_at } });
    await cutOff(app, point.arm, checkout, chooseVictim(point, place));
    await app.tick();
    await app.tick();
    await checkout();
    await shop.settled();
    const { orders, attempts, invoices } = await shop.books(buyer.org_id);
    expect(attempts).toEqual([{ status: "succeeded" }]);
    expect(orders).toMatchObject([{ status: "processing", payment_status: "pending" }]);
    expect(await listOpenedStatuses(buyer)).toEqual(["open"]);
    expect(await fetchReceivables(buyer)).toMatchObject({ total: invoices[0]?.["amount"] });
    expect(await shop.charges(buyer.customer)).toEqual([]);
    expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
  });
}

test("while the provider is dead an order waits within the limit, and is placed once when it is back", async () => {
  const { shop } = app;
  const buyer = await account.accountBuyer({ credit_limit: 150_00 });
  const { updated_at } = await account.fillOnAccount(buyer, [device]);
  await shop.sandbox.addFault({ service: "stripe", kind: "cut", times: 1000, path: "/v1/invoices" });
  const checkout = () => buyer.client.call(checkoutCart, { body: { updated_at } });
  expect((await checkout()).reply()).toMatchObject({ payment_status: "pending" });
  await app.tick();
  const { total } = await fetchReceivables(buyer);
  expect(total).toBeGreaterThan(100_00);
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "new" }]);
  await shop.sandbox.clearFaults();
  await app.tick();
  await shop.settled();
  expect((await checkout()).errcode).toBe("ORDER_ALREADY_PAID");
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "processing" }]);
  expect(await listOpenedStatuses(buyer)).toEqual(["open"]);
  expect(await fetchReceivables(buyer)).toMatchObject({ total });
  expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
});

test("webhooks of parts that come twice, and in any order, book each part once", async () => {
  const { shop } = app;
  const buyer = await account.accountBuyer();
  const { order_id } = await account.buyOnAccount(buyer, [device]);
  await shop.settled();
  const invoice = await account.invoiceOf(order_id ?? "");
  await shop.control("/deliveries", { action: "hold" });
  for (const amount of [10_00, 25_00])
    await shop.control("/invoices", { invoice: invoice.stripe_invoice_id, action: "paid_in_part", amount });
  await shop.control("/deliveries", { action: "shuffle", times: 2 });
  await shop.settled();
  expect(await fetchReceivables(buyer)).toMatchObject({ total: invoice.amount - 35_00 });
  expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
  await shop.control("/deliveries", { action: "hold" });
  const body = {
    invoice_ids: [invoice.id],
    stripe_payment_method_id: await shop.addMethod(buyer.customer, cards.good),
  };
  expect((await buyer.client.call(payInvoices, { body })).reply().results).toMatchObject([{ outcome: "paid" }]);
  await shop.control("/deliveries", { action: "shuffle", times: 3 });
  await shop.settled();
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([
    10_00,
    25_00,
    invoice.amount - 35_00,
  ]);
  expect(await account.invoiceOf(order_id ?? "")).toMatchObject({ payment_status: "paid" });
  expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
});

const endings: { name: string; arm: ReturnType<typeof hang> }[] = [
  {
    name: "after the refund is claimed",
    arm: hang({ service: "database", text: "insert into refunds", when: "after" }),
  },
  { name: "before the rest is credited", arm: hang({ service: "stripe", path: "/v1/credit_notes", when: "before" }) },
  { name: "after the rest is credited", arm: hang({ service: "stripe", path: "/v1/credit_notes", when: "after" }) },
  {
    name: "before a part is refunded",
    arm: hang({ service: "stripe", path: "/v1/refunds", text: "charge=", when: "before" }),
  },
  {
    name: "after a part is refunded",
    arm: hang({ service: "stripe", path: "/v1/refunds", text: "charge=", when: "after" }),
  },
  {
    name: "before it is recorded",
    arm: hang({ service: "database", text: "insert into payment_ledger", when: "before" }),
  },
];

for (const { name, arm } of sampleCases(endings))
  test(`canceling a partly paid order that is cut off ${name} goes on`, async () => {
    const { shop } = app;
    const buyer = await account.accountBuyer();
    const { order_id } = await account.buyOnAccount(buyer, [device]);
    const invoice = await account.invoiceOf(order_id ?? "");
    for (const part of [30_00, 20_00]) await account.transfer(invoice, part);
    await shop.settled();
    const params = { order_id: order_id ?? "" };
    const cancel = () => admin.client.call(cancelOrder, { params });
    await cutOff(app, arm, cancel);
    await shop.query("update refunds set next_at = now() where status = 'asked'");
    await app.tick();
    await shop.settled();
    (await cancel()).reply();
    await shop.advance(6);
    await shop.settled();
    expect(await listOpenedStatuses(buyer)).toEqual(["paid"]);
    const { orders, ledger } = await shop.books(buyer.org_id);
    expect(orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
    expect(ledger.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      "charge 2000",
      "charge 3000",
      "refund -3000",
      "refund -2000",
    ]);
    expect(await fetchReceivables(buyer)).toMatchObject({ total: 0, available: 1_000_00 });
    expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
  });
