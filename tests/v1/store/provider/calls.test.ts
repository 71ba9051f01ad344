import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { listInvoices } from "../../../../worker/contract/v1/client/invoices.ts";
import { updateSubscription } from "../../../../worker/contract/v1/admin/subscriptions.ts";
import { startOwnApp } from "../../../support/app.ts";
import { type Shop, openShop } from "../../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const callKey = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\/(in|pm|pi|cus|sub|prod)_\w+/g, "/:id")}`;

async function recordCalls(act: () => Promise<unknown>) {
  const callCount = (await shop.sandbox.callsTo("stripe")).length;
  await shop.control("/deliveries", { action: "hold" });
  await act();
  const allCalls = (await shop.sandbox.callsTo("stripe")).toReversed();
  await shop.control("/deliveries", { action: "release" });
  await shop.settled();
  return allCalls.slice(callCount);
}

test("a checkout of one device asks the provider at most seven times, and no two calls meet", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const calls = await recordCalls(async () => expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid"));
  expect(calls.map(callKey)).toEqual([
    "GET /v1/payment_methods/:id",
    "POST /v1/tax/calculations",
    "POST /v1/invoices",
    "POST /v1/invoices/:id/add_lines",
    "POST /v1/invoices/:id/finalize",
    "POST /v1/invoices/:id/pay",
    "GET /v1/charges",
  ]);
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
});

test("the buyer is on session, and the lines stand in the order of the cart", async () => {
  const products = await Promise.all(
    Array.from({ length: 12 }, (_, at) => shop.createProduct({ name: `Device ${String.fromCodePoint(65 + at)}` })),
  );
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, products);
  const calls = await recordCalls(async () => (await shop.checkout(buyer)).reply());
  const pay = calls.find(({ path }) => path.endsWith("/pay"));
  expect(pay?.body).toMatchObject({ off_session: "false" });
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  const [providerInvoice] = await shop.objects("invoice", { customer: buyer.customer });
  const lines = z
    .object({ data: z.array(z.object({ description: z.string() })) })
    .parse(providerInvoice?.["lines"]).data;
  const names = [...products.map(({ name }) => name), "Shipping", "Tax"];
  expect(lines.map(({ description }) => description)).toEqual(names);
});

test("a plan is made and ended without prorations, in a billing mode that is named", async () => {
  const plan = await shop.createPlan();
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [plan]);
  const calls = await recordCalls(async () => (await shop.checkout(buyer)).reply());
  const createCall = calls.find((call) => callKey(call) === "POST /v1/subscriptions");
  expect(createCall?.body).toMatchObject({ proration_behavior: "none", billing_mode: { type: "flexible" } });
  const [subscription] = await shop.query<{ id: string }>("select id from subscriptions where org_id = $1", [
    buyer.org_id,
  ]);
  const admin = await shop.signedInAdmin();
  const end_date = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const params = { subscription_id: subscription?.id ?? "" };
  (await admin.client.call(updateSubscription, { params, body: { end_date } })).reply();
  expect(await shop.objects("invoiceitem", { customer: buyer.customer })).toEqual([]);
});

test("a plan that ends within its next period is billed for that part, and the invoice adds up", async () => {
  const buyer = await shop.purchase([await shop.createPlan()]);
  await shop.settled();
  const [plan] = await shop.query<{ id: string; end: string }>(
    "select id, (current_period_end + interval '3 days')::text as end from subscriptions where org_id = $1",
    [buyer.org_id],
  );
  const admin = await shop.signedInAdmin();
  const params = { subscription_id: plan?.id ?? "" };
  const body = { end_date: new Date(plan?.end ?? "").toISOString() };
  (await admin.client.call(updateSubscription, { params, body })).reply();
  await shop.advance(32);
  await shop.settled();
  const { data } = (await buyer.client.call(listInvoices, { query: { sort: "created_at" } })).reply();
  const [first, last] = data;
  expect(data.map(({ payment_status }) => payment_status)).toEqual(["paid", "paid"]);
  expect(last?.amount).toBeLessThan((first?.amount ?? 0) / 8);
  const [line] = last?.products ?? [];
  expect((line?.price ?? 0) + (line?.tax_amount ?? 0)).toBe(last?.amount);
  expect(line?.tax_amount).toBe(Math.round(((line?.price ?? 0) * 8.25) / 100));
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([first?.amount, last?.amount]);
});
