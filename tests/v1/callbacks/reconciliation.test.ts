import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { listedEventTypes } from "../../../worker/contract/callback-events.ts";
import { type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

/** Cloudflare's limit of requests in one run of a worker; each SQL statement is one. */
const maxRequests = 1000;

test("the reconciliation stays within a run's requests, reads the newest first and all in the end", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  // 150 open invoices, one hour apart; each refers to a payment, as a real invoice does.
  await shop.query(
    `insert into invoices (reference_id, reference_type, org_id, amount, stripe_payment_id, created_at)
    select gen_random_uuid(), 'order', org_id, 1, stripe_payment_id, now() - n * interval '1 hour'
    from invoices, generate_series(1, 150) n where org_id = $1`,
    [buyer.org_id],
  );
  const listCheckedInvoices = () =>
    shop.query<{ hours: number }>(
      `select (extract(epoch from now() - created_at) / 3600)::int as hours from invoices
      where org_id = $1 and amount = 1 and checked_at is not null order by created_at desc`,
      [buyer.org_id],
    );
  const countCalls = async () => (await shop.sandbox.callsTo("stripe")).length;
  const countStatements = async () => (await shop.sandbox.databaseCounts()).statements;
  const requestsBefore = (await countCalls()) + (await countStatements());
  await shop.sandbox.runJob("reconcile-payments");
  const firstChecked = await listCheckedInvoices();
  expect(firstChecked.map(({ hours }) => hours)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect((await countCalls()) + (await countStatements()) - requestsBefore).toBeLessThan(maxRequests);
  await shop.sandbox.runJob("reconcile-payments");
  expect(await listCheckedInvoices()).toHaveLength(150);
  // All invoices were checked today, so the provider is asked for events only.
  const callsBefore = await countCalls();
  await shop.sandbox.runJob("reconcile-payments");
  const newCalls = (await shop.sandbox.callsTo("stripe")).slice(0, -callsBefore);
  expect(newCalls.map(({ path }) => path)).toEqual(["/v1/events"]);
});

// https://docs.stripe.com/api/events/list: "up to 20 event names".
test("no more types of events are made up for than can be listed at once", () => {
  expect(listedEventTypes.length).toBeLessThanOrEqual(20);
});

test("a lost webhook is found behind a thousand that another program of the account did not take", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  const [charge] = await shop.charges(buyer.customer);
  await shop.control("/deliveries", { action: "hold" });
  await shop.control("/refunds", { charge: charge?.id, amount: 100 });
  await shop.control("/deliveries", { action: "release", drop: true });
  await shop.control("/foreign-events", { count: 1100 });
  const listRefundEvents = () =>
    shop.query("select type from stripe_events where object_id = $1 and type like '%refund%'", [charge?.id]);
  expect(await listRefundEvents()).toEqual([]);
  await shop.sandbox.runJob("reconcile-payments");
  expect((await listRefundEvents()).length).toBeGreaterThan(0);
});
