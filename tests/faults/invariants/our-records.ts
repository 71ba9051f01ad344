import type { Query } from "../../support/database.ts";

export type Attempt = {
  id: string;
  cart_id: string;
  cart_version: number;
  user_id: string;
  org_id: string;
  status: "claimed" | "pending" | "succeeded" | "failed" | "partly";
  action_url: string | null;
};
export type Order = {
  id: string;
  org_id: string;
  attempt_id: string | null;
  total: number;
  shipping: number;
  tax: number;
  tax_calculation_id: string | null;
  status: string;
  payment_status: string;
  lines: {
    id: string;
    product_id: string;
    price: number;
    quantity: number;
    tax_amount: number;
    serial_number: string[];
  }[];
};
export type Invoice = {
  id: string;
  org_id: string;
  reference_id: string;
  reference_type: "order" | "subscription";
  billing_reason: string;
  period_start: string;
  amount: number;
  /** Cents credited by a credit note before the invoice was paid. */
  credited_amount: number;
  /** Due day of an invoice on account; null for other invoices. */
  due_on: string | null;
  shipping: number;
  tax: number;
  products: { price: number; quantity: number; tax_amount: number | null }[];
  payment_status: string;
  needs_review: boolean;
  stripe_invoice_id: string | null;
  stripe_payment_id: string | null;
  net_suite_id: number | null;
  is_net_suite_sync_needed: boolean;
};
export type Entry = {
  invoice_id: string;
  org_id: string;
  stripe_object_id: string;
  kind: string;
  amount_cents: number;
  parts: { product_id: string | null; amount_cents: number }[];
};
export type Refund = {
  id: string;
  org_id: string;
  amount: number;
  status: string;
  stripe_refund_id: string | null;
  lines: { line_id: string | null; quantity: number; amount: number; tax: number }[];
};
export type Subscription = {
  id: string;
  org_id: string;
  product_id: string;
  attempt_id: string | null;
  stripe_id: string | null;
  status: string;
  tax: number;
};
export type Cart = {
  id: string;
  org_id: string;
  user_id: string;
  cart_no: string;
  attempt_id: string | null;
  is_complete: boolean;
};
export type Change = {
  table_name: string;
  op: "INSERT" | "UPDATE" | "DELETE";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  list_price: number | null;
  is_active: boolean | null;
};
export type OurRecords = {
  org_id: string;
  customer: string;
  attempts: Attempt[];
  orders: Order[];
  invoices: Invoice[];
  ledger: Entry[];
  refunds: Refund[];
  subscriptions: Subscription[];
  carts: Cart[];
  changes: Change[];
  /** Number of checkouts that an impersonator claimed. */
  impersonated: number;
};

const rows = (select: string) => `coalesce((select json_agg(r) from (${select}) r), '[]'::json)`;
const quotedPrice = `(
  select (piece ->> 'price')::int
  from orders o join carts c on c.cart_no = o.cart_no cross join jsonb_array_elements(c.quoted -> 'pieces') piece
  where change.table_name = 'order_lines' and o.id = (change.after ->> 'order_id')::uuid
    and piece ->> 'id' = change.after ->> 'product_id' and piece ->> 'quantity' = change.after ->> 'quantity'
  limit 1)`;
/** The price of an approved line or plan: the price of the day its request was sent, which the model checks, too. */
const approvedPrice = `(
  select (item ->> 'price')::int
  from approval_requests request
    cross join jsonb_array_elements((request.purchase -> 'goods') || (request.purchase -> 'plans')) item
  where change.table_name in ('order_lines', 'subscriptions') and item ->> 'id' = change.after ->> 'product_id'
    and request.attempt_id = coalesce(
      (change.after ->> 'attempt_id')::uuid,
      (select o.attempt_id from orders o where o.id = (change.after ->> 'order_id')::uuid)
    )
  limit 1)`;
const recordsSql = `select json_build_object(
  'org_id', org.id, 'customer', coalesce(org.stripe_customer_id, ''),
  'attempts', ${rows("select * from checkout_attempts where org_id = org.id order by created_at, id")},
  'orders', ${rows(`select o.*, ${rows("select * from order_lines l where l.order_id = o.id order by l.position")} as lines
    from orders o where o.org_id = org.id or o.attempt_id in (select id from checkout_attempts where org_id = org.id) order by created_at, id`)},
  'invoices', ${rows(`select * from invoices i where i.org_id = org.id or i.reference_id in (select id from orders where org_id = org.id)
    order by created_at, id`)},
  'ledger', ${rows(`select e.*, ${rows("select product_id, amount_cents from ledger_parts p where p.entry_id = e.id")} as parts
    from payment_ledger e where org_id = org.id or invoice_id in (select id from invoices where org_id = org.id)
    order by created_at, id`)},
  'refunds', ${rows(`select r.*, ${rows("select * from refund_lines l where l.refund_id = r.id order by l.id")} as lines
    from refunds r where r.org_id = org.id order by created_at, id`)},
  'subscriptions', ${rows("select * from subscriptions where org_id = org.id order by created_at, id")},
  'carts', ${rows("select * from carts where org_id = org.id order by created_at, id")},
  'changes', ${rows(`select table_name, op, before, after, coalesce(${quotedPrice}, ${approvedPrice}, list_price) as list_price,
      is_active
    from watched.changes change where org_id = org.id order by id`)},
  'impersonated', (select count(*)::int from audit_log where org_id = org.id and action = 'claimAttempt' and impersonator_id is not null)
) as records from organizations org where org.id = $1`;

/** All our rows about one organization's money, now and since the triggers were added. */
export async function readOurRecords(query: Query, orgId: string): Promise<OurRecords> {
  const [result] = await query<{ records: OurRecords }>(recordsSql, [orgId]);
  if (!result) throw new Error(`no organization ${orgId}`);
  return result.records;
}

const tables = ["orders", "invoices", "payment_ledger", "checkout_attempts", "subscriptions", "carts"];
const organizationRowsSql = [
  ...tables.map((table) => `select to_jsonb(t)::text as row from ${table} t where org_id = $1`),
  "select to_jsonb(t)::text from order_lines t where order_id in (select id from orders where org_id = $1)",
  "select t.type || t.recipient from outbox t where user_id in (select id from users where org_id = $1)",
].join(" union all ");

export async function listRows(query: Query, orgId: string): Promise<string[]> {
  const result = await query<{ row: string }>(organizationRowsSql, [orgId]);
  return result.map(({ row }) => row).toSorted();
}
