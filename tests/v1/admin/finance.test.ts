import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { listLedger } from "../../../worker/contract/v1/admin/ledger.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { sample } from "../../support/by-night.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct, unique } from "../../support/factories.ts";

let admin: Client;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
});

const finance = async (filter: Record<string, string>) => (await admin.call(getFinance, { query: filter })).reply();

/** Of the history at this place; null: not recorded. */
const levelAt = (at: number) => ["Base Price", "Partner", null][at % 3] ?? null;
const stateAt = (at: number) => ["TX", null][at % 2] ?? null;

type Line = "gross" | "refunds" | "disputes";
type Booking = { kind: string; line: Line; cents: number; at: string };

async function bookAll(histories: Booking[][]): Promise<string[]> {
  const orgs: string[] = [];
  for (const [at, bookings] of histories.entries()) {
    const { id: org_id } = await createOrganization();
    orgs.push(org_id);
    await query(
      `with placed as (
         insert into orders (user_id, org_id, total, shipping_data, price_level_name)
         values (gen_random_uuid(), $1, 1, '{}', $3) returning id
       ),
       invoice as (
         insert into invoices (org_id, reference_id, reference_type, amount, payment_status, tax_address)
         select $1, placed.id, 'order', 1, 'paid', $4::jsonb from placed returning id
       )
       insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
       select invoice.id, $1, b.object, b.kind, b.cents, b.at
       from invoice, jsonb_to_recordset($2::jsonb) b (object text, kind text, cents bigint, at timestamptz)`,
      [
        org_id,
        JSON.stringify(bookings.map((booking) => ({ ...booking, object: unique("obj") }))),
        levelAt(at),
        stateAt(at) && JSON.stringify({ state: stateAt(at) }),
      ],
    );
  }
  return orgs;
}

const kinds: [kind: string, line: Line, sign: 1 | -1][] = [
  ["charge", "gross", 1],
  ["balance", "gross", 1],
  ["balance_owed", "gross", -1],
  ["paid_out_of_band", "gross", 1],
  ["refund", "refunds", -1],
  ["refund_failed", "refunds", 1],
  ["dispute_withdrawn", "disputes", -1],
  ["dispute_reinstated", "disputes", 1],
];

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Each history has a range of its own, years before any other booking of the run. */
let nextRange = Date.UTC(1971, 0, 1);

test("every figure is the sum of its bookings, over random histories of charges, refunds and disputes", async () => {
  const booking = fc.record({
    kind: fc.constantFrom(...kinds),
    cents: fc.integer({ min: 1, max: 2_000_000 }),
    // two ranges of ten days, the second being the one that is asked for
    ms: fc.integer({ min: 0, max: 20 * dayMs - 1 }),
  });
  const history = fc.array(fc.array(booking, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom("day", "week", "month"), async (random, by) => {
      const start = nextRange;
      nextRange += 40 * dayMs;
      const histories = random.map((bookings) =>
        bookings.map(({ kind: [kind, line, sign], cents, ms }) => ({
          kind,
          line,
          cents: sign * cents,
          at: new Date(start + ms).toISOString(),
        })),
      );
      const orgs = await bookAll(histories);
      const [from, to] = [dayOf(start + 10 * dayMs), dayOf(start + 19 * dayMs)];
      const sums = (bookings: Booking[], first: string, last: string) => {
        const own = bookings.filter(({ at }) => at.slice(0, 10) >= first && at.slice(0, 10) <= last);
        const of = (line?: Line) =>
          own.filter((each) => !line || each.line === line).reduce((sum, { cents }) => sum + cents, 0);
        return { gross: of("gross"), refunds: of("refunds"), disputes: of("disputes"), net: of() };
      };
      const all = histories.flat();
      const figures = await finance({ from, to, by });
      const before = { from: dayOf(start), to: dayOf(start + 9 * dayMs) };
      expect(figures).toMatchObject({ from, to, by, totals: sums(all, from, to) });
      expect(figures.before).toEqual({ ...before, ...sums(all, before.from, before.to) });
      for (const { from: first, to: last, is_running, net_before, ...own } of figures.periods) {
        expect([own, is_running]).toEqual([sums(all, first, last), false]);
        const shifted = [first, last].map((day) => dayOf(Date.parse(day) - 10 * dayMs));
        expect(net_before).toBe(sums(all, shifted[0] ?? "", shifted[1] ?? "").net);
      }
      const days = figures.periods.flatMap(({ from: first, to: last }) => [first, last]);
      expect([days[0], days.at(-1)]).toEqual([from, to]);
      for (const { id, name: _name, ...own } of figures.organizations)
        expect(own).toEqual(sums(histories[orgs.indexOf(id)] ?? [], from, to));
      const groups = [
        ["price_level_name", figures.price_levels, levelAt],
        ["state", figures.states, stateAt],
      ] as const;
      for (const [filter, rows, nameAt] of groups) {
        for (const { name, ...own } of rows) {
          expect(own).toEqual(sums(histories.filter((_, at) => nameAt(at) === name).flat(), from, to));
          if (name === null) continue;
          const ledger = (await admin.call(listLedger, { query: { from, to, [filter]: name, limit: "100" } })).reply();
          expect(ledger.data.reduce((sum, { amount }) => sum + amount, 0)).toBe(own.net);
        }
        expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(figures.totals.net);
        expect(rows.reduce((sum, { gross }) => sum + gross, 0)).toBe(figures.totals.gross);
      }
      expect(figures.organizations.reduce((sum, { net }) => sum + net, 0)).toBe(figures.totals.net);
    }),
    { numRuns: sample({ day: 12, night: 300 }) },
  );
});

test("a preset ends today, or with its month, beside the same days of the period before", async () => {
  const today = dayOf(Date.now());
  const month = await finance({});
  expect([month.from, month.to, month.by]).toEqual([`${today.slice(0, 7)}-01`, today, "day"]);
  expect(month.periods.at(-1)).toMatchObject({ from: today, to: today, is_running: true });
  expect(month.before.from.slice(8)).toBe("01");
  const last = await finance({ preset: "last_year" });
  const year = Number(today.slice(0, 4)) - 1;
  expect([last.from, last.to, last.by]).toEqual([`${year}-01-01`, `${year}-12-31`, "month"]);
  expect([last.before.from, last.before.to]).toEqual([`${year - 1}-01-01`, `${year - 1}-12-31`]);
  expect(last.periods).toHaveLength(12);
});

test.each<Record<string, string>>([
  { from: "2020-01-01" },
  { from: "2020-01-02", to: "2020-01-01" },
  { from: "2020-01-01", to: "2021-12-31", by: "day" },
])("%j is no range", async (filter) => {
  expect((await admin.call(getFinance, { query: filter })).status).toBe(400);
});

test("an invoice is owed by its age and what is left of it, but for a plan that never began", async () => {
  const { id: org_id } = await createOrganization();
  const idsAt = async (days: number, reference = "gen_random_uuid()", type = "order") =>
    (
      await query<{ id: string }>(
        `insert into invoices (org_id, reference_id, reference_type, amount, created_at)
         values ($1, ${reference}, $2, 5000, date_trunc('day', now()) - $3 * interval '1 day') returning id`,
        [org_id, type, days],
      )
    )[0]?.id;
  const ages = [
    ["current", 0],
    ["days_1_30", 1],
    ["days_1_30", 30],
    ["days_31_60", 31],
    ["days_61_90", 61],
    ["days_over_90", 91],
  ] as const;
  const made = [];
  for (const [age, days] of ages) made.push([age, await idsAt(days)]);
  await query(
    `with plan as (
       insert into subscriptions (org_id, product_id, status, amount, interval)
       select $1, id, 'incomplete', 5000, 'month' from products limit 1 returning id
     )
     insert into invoices (org_id, reference_id, reference_type, billing_reason, amount)
     select $1, plan.id, 'subscription', 'subscription_create', 5000 from plan`,
    [org_id],
  );
  const listed = [];
  for (const age of new Set(ages.map(([each]) => each))) {
    const { data } = (await admin.call(listAdminInvoices, { query: { org_id, age, sort: "-created_at" } })).reply();
    for (const { id } of data) listed.push([age, id]);
  }
  expect(listed).toEqual(made);
});

test("a year counts a twelfth of its cents, rounded half up on the sum, and what ended this month is churn", async () => {
  const { id: product_id } = await createProduct();
  const subscribe = async (status: string, amount: number, ended: string | null) =>
    query(
      `insert into subscriptions (org_id, product_id, status, amount, tax, interval, cancel_at)
       values ($1, $2, $3, $4, 99, 'year', $5)`,
      [(await createOrganization()).id, product_id, status, amount, ended],
    );
  // 3 + 3 cents a year are half a cent a month
  await subscribe("active", 3, null);
  await subscribe("past_due", 3, null);
  await subscribe("incomplete", 120_000, null);
  await subscribe("canceled", 12_000, new Date(Date.now() - 1).toISOString());
  await subscribe("canceled", 24_000, "2019-01-15T00:00:00Z");
  const { recurring } = await finance({});
  expect(recurring.plans.find((plan) => plan.product_id === product_id)).toMatchObject({
    subscriptions: 2,
    monthly: 1,
    ended: 1,
    ended_monthly: 1000,
  });
});
