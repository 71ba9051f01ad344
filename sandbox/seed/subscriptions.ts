import type { Client } from "pg";
import type { SubscriptionStatus } from "../../db/enums.ts";
import { buildInvoice, type Payment, pricedLine } from "./money.ts";
import { type DemoOrganization, demoOrganizations } from "./organizations.ts";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

/** `payments` of the invoices, oldest first, one per term; `started` and `ended` are days ago. */
type SubscriptionSeed = [
  DemoOrganization,
  product: number,
  SubscriptionStatus,
  started: number,
  payments: Payment[],
  ended?: number,
];

const trialDays = 30;
const { acme, globex, northwind } = demoOrganizations;

/** Acme and Globex have one live subscription each; other statuses are mostly at Northwind. */
const subscriptions: SubscriptionSeed[] = [
  [acme, 116, "active", 150, ["paid"]],
  [acme, 121, "canceled", 420, ["paid"], 55],
  [acme, 122, "incomplete_expired", 80, ["declined"], 79],
  [globex, 119, "active", 65, ["paid", "paid", "paid"]],
  [globex, 115, "canceled", 200, ["paid", "refunded"], 140],
  [northwind, 117, "past_due", 34, ["paid", "declined"]],
  [northwind, 123, "trialing", 6, []],
  [northwind, 120, "incomplete", 0.02, ["pending"]],
  [northwind, 122, "unpaid", 66, ["paid", "partially_refunded", "declined"]],
  [northwind, 115, "paused", 45, ["paid"]],
  // The plan ended between two versions of its software: the older one stays available, the newer one does not.
  [acme, 123, "canceled", 405, ["paid"], 40],
];

export async function seedSubscriptions(client: Client): Promise<void> {
  const found = await client.query("select 1 from subscriptions where id = $1", [seedId(501)]);
  if (found.rows.length > 0) return;
  const owners = await client.query<{ id: string; org_id: string }>(
    "select distinct on (org_id) id, org_id from users where 'org' = any (roles) and org_id = any ($1) order by org_id, created_at, id",
    [[acme.id, globex.id, northwind.id]],
  );
  const ownerByOrg = new Map(owners.rows.map(({ id, org_id }) => [org_id, id]));
  const rows = subscriptions.map((one, index) => subscriptionRow(one, 501 + index, ownerByOrg));
  const bills = subscriptions.flatMap((one, index) => subscriptionBills(one, 501 + index));
  await insertMissing(client, "subscriptions", rows);
  await insertMissing(
    client,
    "invoices",
    bills.map(({ invoice }) => invoice),
  );
  await insertMissing(
    client,
    "payment_ledger",
    bills.flatMap(({ ledger }) => ledger),
  );
  await insertMissing(
    client,
    "tax_reports",
    bills.flatMap(({ reports }) => reports),
  );
}

function subscriptionRow(
  [organization, product, status, started, payments, ended]: SubscriptionSeed,
  number: number,
  ownerByOrg: Map<string, string>,
) {
  const interval = findTerm(product);
  const { price, tax_amount } = pricedLine(organization, seedId(product), 1);
  const days = status === "trialing" ? trialDays : Math.max(1, payments.length) * termDays(interval);
  const user_id = ownerByOrg.get(organization.id) ?? null;
  return {
    id: seedId(number),
    product_id: seedId(product),
    org_id: organization.id,
    user_id,
    stripe_id: `sub_seed_${number}`,
    status,
    amount: price,
    tax: tax_amount ?? 0,
    interval,
    interval_count: 1,
    start_at: daysAgo(started),
    cancel_at: ended === undefined ? null : daysAgo(ended),
    current_period_end: daysAgo(started - days),
    applied_seq: 0,
    created_by: user_id,
    updated_by: user_id,
    created_at: daysAgo(started),
    updated_at: daysAgo(ended ?? started),
  };
}

function subscriptionBills([organization, product, status, started, payments]: SubscriptionSeed, number: number) {
  return payments.map((payment, index) => {
    const created_at = daysAgo(started - index * termDays(findTerm(product)));
    const { invoice, ...booked } = buildInvoice({
      number: number * 10 + index,
      organization,
      reference_id: seedId(number),
      reference_type: "subscription",
      billing_reason: index === 0 ? "subscription_create" : "subscription_cycle",
      period_start: created_at,
      products: [pricedLine(organization, seedId(product), 1)],
      shipping: 0,
      payment,
      tracking: null,
      created_at,
    });
    // The provider retries renewals until it gives up.
    const next_attempt_at = status === "past_due" && payment === "declined" ? daysAgo(-2) : null;
    return { invoice: { ...invoice, next_attempt_at }, ...booked };
  });
}

function findTerm(product: number): "month" | "year" {
  const term = demoProducts.find(({ id }) => id === seedId(product))?.subscription_term;
  if (!term) throw new Error(`${seedId(product)} is no plan.`);
  return term;
}

function termDays(term: "month" | "year"): number {
  return term === "month" ? 30 : 365;
}
