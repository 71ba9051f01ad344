// One helper compares every figure of the overview with the list that it leads to.
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { overviewShape } from "../../../worker/contract/entities/overview.ts";
import { listAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { listBookDifferences } from "../../../worker/contract/v1/admin/books.ts";
import { listCallbacks } from "../../../worker/contract/v1/admin/callbacks.ts";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { getOverview } from "../../../worker/contract/v1/admin/overview.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { listAdminOrders } from "../../../worker/contract/v1/admin/orders.ts";
import { listOutbox } from "../../../worker/contract/v1/admin/outbox.ts";
import { listAdminSubscriptions } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { listTasks } from "../../../worker/contract/v1/admin/tasks.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createProduct,
  unique,
  uniqueEmail,
} from "../../support/factories.ts";
import { patienceMs } from "../../support/patience.ts";
import { shop } from "../../support/store.ts";

let admin: Client;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
  const { id: org_id } = await createOrganization();
  await createAccountRequest();
  for (const status of ["pending", "declined", "disputed", "refund_failed", "paid"])
    await query(
      `insert into invoices (org_id, reference_id, reference_type, amount, payment_status) values ($1, gen_random_uuid(), 'order', 12345, $2)`,
      [org_id, status],
    );
  await query(
    `insert into outbox (channel, type, recipient, payload, failed_at) values ('email', 'passwordChanged', $1, '{}', now())`,
    [uniqueEmail()],
  );
  await query(
    "insert into stripe_events (id, type, object_id, created, status) values ($1, 'charge.refunded', 'ch_none', 1, 'given-up')",
    [unique("evt")],
  );
  await query(
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
     values ('amount_differs', 'charge', $1, 2, 1, 'paid_amount_differs', gen_random_uuid())`,
    [unique("ch")],
  );
});

const readOverview = async () => z.object(overviewShape).parse((await admin.call(getOverview)).reply());
type Overview = Awaited<ReturnType<typeof readOverview>>;

/**
 * Expects a figure to equal the lists. Other tests change both, so the loop reads the figure, the lists and the figure
 * again until all three are equal. A wrong figure never equals its lists.
 */
async function compare<T>(pickFigure: (from: Overview) => T, readLists: (from: Overview) => Promise<T>): Promise<void> {
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    const before = await readOverview();
    const listFigure = await readLists(before);
    const readings = [pickFigure(before), listFigure, pickFigure(await readOverview())].map((each) =>
      JSON.stringify(each),
    );
    if (new Set(readings).size === 1 || Date.now() >= endsAt) return expect(pickFigure(before)).toEqual(listFigure);
  }
}

const countRows = async (answer: Promise<{ reply(): { meta: { count: number } } }>) =>
  (await answer).reply().meta.count;
const oneRow = { limit: "1" };

test("each number is the total of the list that it leads to", async () => {
  await compare(
    ({ requests }) => requests.waiting,
    () => countRows(admin.call(listAccountRequests, { query: { ...oneRow, status: "pending" } })),
  );
  for (const [state, name] of [
    ["waiting", "waiting"],
    ["given-up", "given_up"],
  ] as const) {
    await compare(
      ({ messages }) => messages[name],
      () => countRows(admin.call(listOutbox, { query: { ...oneRow, state } })),
    );
    await compare(
      ({ callbacks }) => callbacks[name],
      () => countRows(admin.call(listCallbacks, { query: { ...oneRow, state } })),
    );
  }
  await compare(
    ({ book_differences }) => book_differences,
    () => countRows(admin.call(listBookDifferences, { query: { ...oneRow, is_open: "true" } })),
  );
  await compare(
    ({ tasks_failed }) => tasks_failed,
    async () =>
      (await admin.call(listTasks)).reply().data.filter(({ status, failed }) => status === "failed" || failed > 0)
        .length,
  );
});

test("the oldest request is the first of the list from the oldest on", async () => {
  await compare(
    ({ requests }) => requests.oldest_at,
    async () => {
      const requestQuery = { ...oneRow, status: "pending", sort: "created_at" };
      return (await admin.call(listAccountRequests, { query: requestQuery })).reply().data[0]?.created_at ?? null;
    },
  );
});

test("orders to ship are those of the list, and the oldest is its first", async () => {
  await shop.purchase([await shop.createProduct()]);
  await compare(
    ({ orders }) => orders,
    async () => {
      const listQuery = { ...oneRow, status: "processing", sort: "created_at" };
      const { data, meta } = (await admin.call(listAdminOrders, { query: listQuery })).reply();
      return { to_ship: meta.count, oldest_at: data[0]?.created_at ?? null };
    },
  );
  const warehouse = await signedInAdmin("warehouse");
  const home = await (await warehouse.client.fetch(pages.admin)).text();
  expect(home).toMatch(/(Orders are|An order is) to be shipped/);
  expect(home).toContain(
    hrefOf(pages.adminOrders, {}, { status: "processing", sort: "created_at" }).replace("&", "&amp;"),
  );
});

async function sumInvoices(filter: Record<string, string>): Promise<{ count: number; amount: number }> {
  let amount = 0;
  for (let offset = 0; ; offset += 100) {
    const listQuery = { ...filter, limit: "100", offset: String(offset) };
    const { data, meta } = (await admin.call(listAdminInvoices, { query: listQuery })).reply();
    for (const invoice of data) amount += invoice.amount;
    if (offset + 100 >= meta.count) return { count: meta.count, amount };
  }
}

test("of invoices the number and what they come to are those of the list, by what became of their payment", async () => {
  await compare(
    ({ invoices: { declined, disputed } }) => ({ declined, disputed }),
    async () => ({
      declined: await sumInvoices({ payment_status: "declined" }),
      disputed: await sumInvoices({ payment_status: "disputed" }),
    }),
  );
});

test("unpaid invoices are those of the list, and come to what finance sums: what credit and credit notes leave", async () => {
  const { id: org_id } = await createOrganization();
  await query(
    `insert into invoices (org_id, reference_id, reference_type, amount, credited_amount, applied_balance)
     values ($1, gen_random_uuid(), 'order', 10000, 1000, 2000)`,
    [org_id],
  );
  await compare(
    ({ invoices: { unpaid } }) => unpaid,
    async () => {
      const { outstanding } = (await admin.call(getFinance, { query: {} })).reply();
      return {
        count: await countRows(admin.call(listAdminInvoices, { query: { ...oneRow, is_unpaid: "true" } })),
        amount: outstanding.reduce((sum, { amount }) => sum + amount, 0),
      };
    },
  );
});

test("twelve weeks from Monday to Sunday end with this one, each with the orders of its days", async () => {
  const { weeks } = await readOverview();
  const days = weeks.flatMap(({ from, to }) => [from, to]).map((day) => new Date(`${day}T00:00:00Z`));
  expect(days.map((day) => day.getUTCDay())).toEqual(weeks.flatMap(() => [1, 0]));
  const dayMs = 86_400_000;
  expect(days.slice(1).map((day, at) => (Number(day) - Number(days[at])) / dayMs)).toEqual(
    days.slice(1).map((_, at) => (at % 2 ? 1 : 6)),
  );
  expect(weeks).toHaveLength(12);
  const now = Date.now();
  expect(now - Number(days.at(-2))).toBeGreaterThanOrEqual(0);
  expect(now - Number(days.at(-1))).toBeLessThan(dayMs);
  for (const index of weeks.keys())
    await compare(
      (figures) => {
        const { orders, subscriptions_begun, subscriptions_ended } = figures.weeks[index] ?? weeks[0] ?? {};
        return [orders, subscriptions_begun, subscriptions_ended];
      },
      (figures) => {
        const { from = "", to = "" } = figures.weeks[index] ?? {};
        return Promise.all([
          countRows(admin.call(listAdminOrders, { query: { ...oneRow, from, to } })),
          countRows(admin.call(listAdminSubscriptions, { query: { ...oneRow, begun_from: from, begun_to: to } })),
          countRows(admin.call(listAdminSubscriptions, { query: { ...oneRow, ended_from: from, ended_to: to } })),
        ]);
      },
    );
});

test("renewals within 30 days are those of the list, and come to what is charged then", async () => {
  const { id: org_id } = await createOrganization();
  // One plan renews in time; the others are granted, renew later, or end before they renew.
  for (const [stripe_id, days, ends] of [
    [unique("sub"), 29, null],
    [null, 3, null],
    [unique("sub"), 31, null],
    [unique("sub"), 3, 3],
  ])
    await query(
      `insert into subscriptions (org_id, product_id, stripe_id, status, amount, tax, interval, current_period_end, cancel_at)
       values ($1, $2, $3, 'active', 4900, 100, 'month', now() + $4 * interval '1 day', now() + $5 * interval '1 day')`,
      [org_id, (await createProduct()).id, stripe_id, days, ends],
    );
  const listQuery = { ahead: "renewal-30" };
  await compare(
    ({ renewals }) => renewals,
    async () => {
      const ids: string[] = [];
      for (let count = 1; ids.length < count;) {
        const page = { ...listQuery, limit: "100", offset: String(ids.length) };
        const { data, meta } = (await admin.call(listAdminSubscriptions, { query: page })).reply();
        ids.push(...data.map(({ id }) => id));
        count = meta.count;
      }
      const [sum] = await query<{ amount: number }>(
        "select sum(amount + tax)::float as amount from subscriptions where id = any($1)",
        [ids],
      );
      return { count: ids.length, amount: sum?.amount ?? 0 };
    },
  );
  expect((await admin.call(listAdminSubscriptions, { query: { ...listQuery, org_id } })).reply().data).toHaveLength(1);
});

test("an order of a Sunday's last instant is that week's, one of a Monday's first the next one's", async () => {
  const { weeks: before } = await readOverview();
  const monday = before[6]?.from ?? "";
  const { id } = await createOrganization();
  await query(
    `insert into orders (org_id, user_id, total, shipping_data, created_at)
     select $1, gen_random_uuid(), 1, '{"personal_data": {"first_name": "Ada", "last_name": "B", "phone": null, "email": "a@example.test"},
       "address": null, "packages": [], "method": null}', ($2::date at time zone 'UTC') + d * interval '1 millisecond'
     from unnest(array[-1, 0, 1]) d`,
    [id, monday],
  );
  const { weeks: after } = await readOverview();
  const increase = (at: number) => (after[at]?.orders ?? 0) - (before[at]?.orders ?? 0);
  expect([increase(5), increase(6)]).toEqual([1, 2]);
});

test("a week stands beside the one of twelve weeks before, and last week is compared up to today's weekday", async () => {
  const before = await readOverview();
  const lastWeek = before.weeks[10];
  const earlierWeek = before.weeks[10]?.before;
  const weekday = (new Date().getUTCDay() + 6) % 7;
  const { id } = await createOrganization();
  const [invoice] = await query<{ id: string }>(
    `insert into invoices (org_id, reference_id, reference_type, amount) values ($1, gen_random_uuid(), 'order', 1)
     returning id`,
    [id],
  );
  // Each day of a week gets another power of two, times `times`, in cents, so that a sum reveals its days.
  const recordWeek = (monday: string, times: number) =>
    query(
      `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
       select $1, $2, $5 || d, 'charge', $4 * (1 << d), ($3::date at time zone 'UTC') + d * interval '1 day' + interval '23 hours'
       from generate_series(0, 6) d`,
      [invoice?.id, id, monday, times, unique("ch")],
    );
  await recordWeek(lastWeek?.from ?? "", 1);
  await recordWeek(earlierWeek?.from ?? "", 1000);
  const after = await readOverview();
  const increase = (now: { net: number } | undefined, then: { net: number } | undefined) =>
    (now?.net ?? 0) - (then?.net ?? 0);
  expect(earlierWeek?.from).toBe(
    new Date(Date.parse(lastWeek?.from ?? "") - 84 * 86_400_000).toISOString().slice(0, 10),
  );
  expect(increase(after.weeks[10], lastWeek)).toBe(127);
  expect(increase(after.weeks[10]?.before, earlierWeek)).toBe(127_000);
  expect(increase(after.last_week_so_far, before.last_week_so_far)).toBe(2 ** (weekday + 1) - 1);
  expect(after.last_week_so_far.from).toBe(lastWeek?.from);
});
