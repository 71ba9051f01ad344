// A separate file, because the shop's time zone is one setting for the whole database.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { markInvoicePaid, markInvoicesPaid } from "../../../worker/contract/v1/admin/invoices.ts";
import { listLedger } from "../../../worker/contract/v1/admin/ledger.ts";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { updateShopSettings } from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { seedProvider } from "../../../sandbox/seed/provider.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { sampleCount } from "../../support/by-night.ts";
import type { Client } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn, unique } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let admin: Client;
let org_id: string;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  const factories = factoriesOn(database);
  admin = (await actorsOn({ query: database, factories, url: app.worker.url }).signedInAdmin()).client;
  org_id = (await factories.createOrganization()).id;
});
afterAll(() => app?.stop());

test("the demo shop shows states, price levels and products, and refunds of its sales take tax back", async () => {
  const [{ first } = { first: "" }] = await database<{ first: string }>(
    "select min(booked_at)::date::text as first from payment_ledger",
  );
  const to = new Date().toISOString().slice(0, 10);
  const figures = (await admin.call(getFinance, { query: { from: first, to, by: "month" } })).reply();
  expect(figures.states.map(({ name }) => name).toSorted()).toEqual(["HB", "OR", "TX"]);
  expect(figures.price_levels.map(({ name }) => name).toSorted()).toEqual(["Base Price", "Education", "Partner"]);
  expect(figures.products.length).toBeGreaterThan(5);
  await seedProvider(app.sandbox.databaseUrl, app.sandbox.url);
  const [order] = await database<{ id: string; invoice_id: string }>(
    `select o.id, i.id as invoice_id from orders o join invoices i on i.reference_id = o.id
     where o.payment_status = 'paid' and o.tax > 0 limit 1`,
  );
  (await admin.call(refundOrder, { params: { order_id: order?.id ?? "" }, body: { amount: 100 } })).reply();
  const shop = openShop(app);
  await shop.settled();
  await shop.sandbox.runJob("sweep-payments");
  const reports = await database<{ kind: string; status: string }>(
    "select kind, status from tax_reports where invoice_id = $1 order by id",
    [order?.invoice_id],
  );
  expect(reports).toEqual([
    { kind: "sale", status: "done" },
    { kind: "reversal", status: "done" },
  ]);
});

type Booking = { kind: string; cents: number; at: string };

const book = (bookings: Booking[]) =>
  database(
    `with invoice as (
       insert into invoices (org_id, reference_id, reference_type, amount, payment_status)
       values ($1, gen_random_uuid(), 'order', 1, 'paid') returning id
     )
     insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
     select invoice.id, $1, b.object, b.kind, b.cents, b.at
     from invoice, jsonb_to_recordset($2::jsonb) b (object text, kind text, cents bigint, at timestamptz)`,
    [org_id, JSON.stringify(bookings.map((booking) => ({ ...booking, object: unique("obj") })))],
  );

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const sumOf = (bookings: Booking[]) => bookings.reduce((sum, { cents }) => sum + cents, 0);

async function setZone(time_zone: string) {
  expect((await admin.call(updateShopSettings, { body: { time_zone } })).status).toBe(200);
}

/** Days near the clock changes of New York from 1987 to 2006: the first Sunday of April and the last of October. */
const clockChangeDays = ["03-31", "10-27"];
const zones = ["America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"];
/** Property runs so far; each run uses another clock change, so that the bookings of runs are on different days. */
let run = 0;

test("the days of figures and bookings are those of the shop's zone, over changes of its clocks", async () => {
  const booking = fc.record({
    kind: fc.constantFrom("charge", "refund", "refund_failed", "dispute_withdrawn", "dispute_reinstated"),
    cents: fc.integer({ min: 1, max: 2_000_000 }),
    quarters: fc.integer({ min: -4 * 24 * 12, max: 4 * 24 * 12 }),
  });
  const history = fc.array(booking, { minLength: 10, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom(...zones), async (random, zone) => {
      const changeDay = `${1987 + Math.floor(run / 2)}-${clockChangeDays[run % 2]}`;
      run += 1;
      const bookings = random.map(({ kind, cents, quarters }) => ({
        kind,
        cents: ["refund", "dispute_withdrawn"].includes(kind) ? -cents : cents,
        at: new Date(Date.parse(changeDay) + (quarters * hourMs) / 4).toISOString(),
      }));
      await setZone(zone);
      await book(bookings);
      const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
      const between = (first: string, last: string) =>
        bookings.filter(({ at }) => {
          const day = format.format(new Date(at));
          return day >= first && day <= last;
        });
      const [from, to] = [addDays(changeDay, -7), addDays(changeDay, 9)];
      const figures = (await admin.call(getFinance, { query: { from, to, by: "day" } })).reply();
      expect([figures.time_zone, figures.periods.length]).toEqual([zone, 17]);
      for (const period of figures.periods) expect(period.net).toBe(sumOf(between(period.from, period.to)));
      expect(figures.totals.net).toBe(sumOf(between(from, to)));
      expect(figures.before.net).toBe(sumOf(between(figures.before.from, figures.before.to)));
      const ledger = (await admin.call(listLedger, { query: { from, to, limit: "100" } })).reply();
      expect(ledger.meta.count).toBe(between(from, to).length);
    }),
    { numRuns: sampleCount({ day: 12, night: 40 }) },
  );
});

// The clocks of New York went from 2:00 EST to 3:00 EDT on 10 March 2024, and back on 3 November 2024.
test.each([
  ["America/New_York", "2024-03-10", "2024-03-10T05:00:00Z", "2024-03-11T03:59:59Z"],
  ["America/New_York", "2024-11-03", "2024-11-03T04:00:00Z", "2024-11-04T04:59:59Z"],
  ["Asia/Kolkata", "2024-03-10", "2024-03-09T18:30:00Z", "2024-03-10T18:29:59Z"],
])("in %s, %s is from %s to %s", async (zone, day, first, last) => {
  await setZone(zone);
  const shiftInstant = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
  const readNet = async () => (await admin.call(getFinance, { query: { from: day, to: day } })).reply().totals.net;
  const netBefore = await readNet();
  await book([
    { kind: "charge", cents: 1, at: first },
    { kind: "charge", cents: 20, at: last },
    { kind: "charge", cents: 300, at: shiftInstant(first, -1000) },
    { kind: "charge", cents: 4000, at: shiftInstant(last, 1000) },
  ]);
  expect((await readNet()) - netBefore).toBe(21);
});

/** A zone whose date differs from the date in UTC, the zone of every viewer in these tests. */
const otherZone = () => (new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati");

test("a payment is noted on a day that has begun in the shop, which the forms propose", async () => {
  const zone = otherZone();
  await setZone(zone);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
  const unpaidInvoices = await database<{ id: string }>(
    `insert into invoices (org_id, reference_id, reference_type, amount)
     select $1, gen_random_uuid(), 'order', 5000 from generate_series(1, 3) returning id`,
    [org_id],
  );
  const [first = "", ...others] = unpaidInvoices.map(({ id }) => id);
  for (const path of [`/admin/invoices/${first}`, `/admin/invoices?org_id=${org_id}`]) {
    const field = /<input[^>]*name="paid_on"[^>]*>/.exec(await (await admin.fetch(path)).text())?.[0];
    expect(field, path).toContain(`max="${today}"`);
    expect(field, path).toContain(`value="${today}"`);
  }
  const markPaid = (paid_on: string) =>
    admin.call(markInvoicePaid, { params: { invoice_id: first }, body: { reference: "Wire 1", paid_on } });
  const markAllPaid = (paid_on: string) =>
    admin.call(markInvoicesPaid, { body: { invoice_ids: others, reference: "Wire 2", paid_on } });
  const tomorrow = addDays(today, 1);
  for (const answer of [await markPaid(tomorrow), await markAllPaid(tomorrow)])
    expect([answer.status, answer.issues.map(({ path }) => path)]).toEqual([400, [["paid_on"]]]);
  const typed = { reference: "Wire 1", paid_on: tomorrow };
  const response = await postForm(admin, `/admin/invoices/${first}/paid`, typed, { origin: app.worker.url });
  const pageHtml = await response.text();
  expect(response.status).toBe(422);
  expect(pageHtml).toContain("This day has not begun yet in the shop’s time zone.");
  expect(pageHtml).toMatch(/<input[^>]*name="reference"[^>]*value="Wire 1"/);
  (await markPaid(today)).reply();
  const { results } = (await markAllPaid(today)).reply();
  expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
});
