// An approval rule of Acme, a request that waits for the rule's approvers, and one that was rejected.
import type { Client } from "pg";
import { pricedLine, sumLines } from "./money.ts";
import { demoOrganizations } from "./organizations.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

type DemoUser = { id: string; email: string; first_name: string; last_name: string };
type ApprovalSeed = {
  number: number;
  by: string;
  days: number;
  product: number;
  quantity: number;
  note: string;
  rejected?: { by: string; note: string };
};

const { acme } = demoOrganizations;
const ownerEmails = ["owner@acme.test", "priya@acme.test"];
const ruleId = seedId(981);
const ruleName = "From $5,000";
const escalationHours = 48;

const approvalSeeds: ApprovalSeed[] = [
  {
    number: 982,
    by: "yusuf@acme.test",
    days: 9,
    product: 102,
    quantity: 1,
    note: "A second one for the paint shop.",
    rejected: { by: "owner@acme.test", note: "Detroit has one that nobody uses. I will have it sent to you." },
  },
  {
    number: 983,
    by: "buyer@acme.test",
    days: 0.2,
    product: 101,
    quantity: 2,
    note: "For line 4, which starts on the 14th.",
  },
];

export async function seedApprovals(client: Client): Promise<void> {
  const found = await client.query("select 1 from approval_rules where id = $1", [ruleId]);
  if (found.rows.length > 0) return;
  const { rows: people } = await client.query<DemoUser>(
    "select id, email, first_name, last_name from users where org_id = $1",
    [acme.id],
  );
  const findUser = (email: string): DemoUser => {
    const person = people.find((one) => one.email === email);
    if (!person) throw new Error(`The demo user ${email} is missing.`);
    return person;
  };
  const approver_ids = ownerEmails.map((email) => findUser(email).id);
  const rule = {
    id: ruleId,
    org_id: acme.id,
    name: ruleName,
    is_active: true,
    min_total: 500_000,
    user_ids: [],
    categories: [],
    approver_ids,
    mode: "any",
    escalate_after_hours: escalationHours,
    created_at: daysAgo(40),
    updated_at: daysAgo(40),
  };
  await insertMissing(client, "approval_rules", [rule]);
  const rows = approvalSeeds.map((each) => requestRows(each, findUser, approver_ids));
  await insertMissing(
    client,
    "carts",
    rows.map(({ cart }) => cart),
  );
  await insertMissing(
    client,
    "approval_requests",
    rows.map(({ request }) => request),
  );
}

function requestRows(seed: ApprovalSeed, findUser: (email: string) => DemoUser, approver_ids: string[]) {
  const { number, by, days, product, quantity, note, rejected } = seed;
  const buyer = findUser(by);
  const line = pricedLine(acme, seedId(product), quantity);
  const { net, tax } = sumLines([line]);
  const [book] = acme.address_books;
  const created_at = daysAgo(days);
  const cart = {
    id: seedId(number),
    user_id: buyer.id,
    org_id: acme.id,
    // below the first number of the database sequence, so that later carts do not collide
    cart_no: `C${String(number).padStart(8, "0")}`,
    products: { [line.id]: quantity },
    seen_prices: {},
    address: { billing: book?.address ?? null, shipping: book?.address ?? null },
    is_complete: true,
    version: 2,
    created_at,
    updated_at: created_at,
  };
  const total = net + tax;
  const { tax_amount = 0, ...item } = line;
  const purchase = {
    cart: { id: cart.id, version: 1, cart_no: cart.cart_no },
    goods: [{ ...item, tax_amount, subscription_term: null, position: 0 }],
    plans: [],
    shipping: 0,
    order_tax: tax,
    order_total: total,
    total,
    shipping_data: {
      personal_data: {
        first_name: buyer.first_name,
        last_name: buyer.last_name,
        phone: book?.phone ?? null,
        email: buyer.email,
      },
      address: book?.address ?? null,
      packages: [],
      method: null,
    },
    shipping_rate_id: null,
    delivery: { lead_days: null, days_min: null, days_max: null, is_bank_debit: false },
    tax_calculation_id: `taxcalc_seed_${number}`,
    tax_address: book?.address ?? null,
    price_level_name: acme.price_level_name ?? "Base Price",
    po_number: null,
    note: null,
    terms_version: null,
    // `seedProvider` replaces the empty ids of pending requests with those of a payment method at the provider.
    payment: { method_id: "", customer_id: "", paid_by: { type: "card", name: "visa", last4: "4242" } },
  };
  const escalate_at = daysAgo(days - escalationHours / 24);
  const request = {
    id: seedId(number + 10),
    org_id: acme.id,
    user_id: buyer.id,
    cart_id: cart.id,
    status: rejected ? "rejected" : "pending",
    version: rejected ? 2 : 1,
    total,
    purchase,
    note,
    rules: [{ id: ruleId, name: ruleName, mode: "any", approver_ids, escalate_at }],
    approvals: rejected
      ? [
          {
            user_id: findUser(rejected.by).id,
            decided_at: daysAgo(days - 0.3),
            decision: "rejected",
            note: rejected.note,
            counts_for: [],
            settles: [ruleId],
          },
        ]
      : [],
    remind_at: rejected ? null : daysAgo(days - 1),
    escalate_at: rejected ? null : escalate_at,
    expires_at: daysAgo(days - 14),
    created_at,
    updated_at: created_at,
  };
  return { cart, request };
}
