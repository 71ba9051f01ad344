import { beforeAll, expect, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createProduct } from "../../support/factories.ts";

let admin: Client;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
});

const readFinance = async (filter: Record<string, string>) => (await admin.call(getFinance, { query: filter })).reply();

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("a preset ends today, or with its month, beside the same days of the period before", async () => {
  const today = dayOf(Date.now());
  const month = await readFinance({});
  expect([month.from, month.to, month.by]).toEqual([`${today.slice(0, 7)}-01`, today, "day"]);
  expect(month.periods.at(-1)).toMatchObject({ from: today, to: today, is_running: true });
  expect(month.before.from.slice(8)).toBe("01");
  const last = await readFinance({ preset: "last_year" });
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
  const createInvoice = async (days: number, reference = "gen_random_uuid()", type = "order") =>
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
  const invoiceIds = [];
  for (const [age, days] of ages) invoiceIds.push([age, await createInvoice(days)]);
  await query(
    `with plan as (
       insert into subscriptions (org_id, product_id, status, amount, interval)
       select $1, id, 'incomplete', 5000, 'month' from products limit 1 returning id
     )
     insert into invoices (org_id, reference_id, reference_type, billing_reason, amount)
     select $1, plan.id, 'subscription', 'subscription_create', 5000 from plan`,
    [org_id],
  );
  const listedIds = [];
  for (const age of new Set(ages.map(([each]) => each))) {
    const { data } = (await admin.call(listAdminInvoices, { query: { org_id, age, sort: "-created_at" } })).reply();
    for (const { id } of data) listedIds.push([age, id]);
  }
  expect(listedIds).toEqual(invoiceIds);
  const unpaidQuery = { org_id, is_unpaid: "true", sort: "-created_at" };
  const { data } = (await admin.call(listAdminInvoices, { query: unpaidQuery })).reply();
  expect(data.map(({ id }) => id)).toEqual(invoiceIds.map(([, id]) => id));
});

test("the page says that ages count from the date of an invoice, which for orders on account is not the due day", async () => {
  const page = await (await admin.fetch(pages.finance)).text();
  expect(page).toContain("From the date of an invoice.");
  expect(page).not.toContain("is due.");
});

test("a year counts a twelfth of its cents, rounded half up on the sum, and what ended this month is churn", async () => {
  const [{ id: product_id }, { id: weekly_id }] = [await createProduct(), await createProduct()];
  const subscribe = async (status: string, amount: number, endedAt: string | null, isWeekly = false) =>
    query(
      `insert into subscriptions (org_id, product_id, status, amount, tax, interval, cancel_at)
       values ($1, $2, $3, $4, 99, $5, $6)`,
      [
        (await createOrganization()).id,
        isWeekly ? weekly_id : product_id,
        status,
        amount,
        isWeekly ? "week" : "year",
        endedAt,
      ],
    );
  // 42 cents a week are 2,190 a year, 182.5 a month
  await subscribe("active", 42, null, true);
  // 3 + 3 cents a year are half a cent a month
  await subscribe("active", 3, null);
  await subscribe("past_due", 3, null);
  await subscribe("incomplete", 120_000, null);
  await subscribe("canceled", 12_000, new Date(Date.now() - 1).toISOString());
  await subscribe("canceled", 24_000, "2019-01-15T00:00:00Z");
  const { recurring } = await readFinance({});
  expect(recurring.plans.find((plan) => plan.product_id === weekly_id)).toMatchObject({ monthly: 183 });
  expect(recurring.plans.find((plan) => plan.product_id === product_id)).toMatchObject({
    subscriptions: 2,
    monthly: 1,
    ended: 1,
    ended_monthly: 1000,
  });
});
