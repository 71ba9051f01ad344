import { type SQL, sql } from "drizzle-orm";
import { isUuid } from "../../contract/fields.ts";
import { orderIdsByTrackingNumber } from "../fulfilment/index.ts";
import { type Branch, exactBranch, type ConsoleKind, partialBranches } from "./console-group.ts";

const organizationName: SQL = sql`(select g.name from organizations g where g.id = t.org_id)`;
const productName: SQL = sql`(select p.name from products p where p.id = t.product_id)`;

const byId = (text: string, table: string): Branch[] =>
  isUuid(text) ? [exactBranch("id", sql`select x.id from ${sql.identifier(table)} x where x.id = ${text}::uuid`)] : [];

/** Generated numbers are upper case: `upper` of the text finds them through their unique index. */
const orders = (text: string): ConsoleKind => ({
  kind: "orders",
  text,
  table: "orders",
  branches: [
    exactBranch("number", sql`select o.id from orders o where o.order_number = upper(${text})`),
    exactBranch("cart", sql`select o.id from orders o where o.cart_no = upper(${text})`),
    exactBranch("purchase_order", sql`select o.id from orders o where lower(o.po_number) = lower(${text})`),
    exactBranch(
      "provider",
      sql`select o.id from orders o where o.stripe_id = ${text} and o.stripe_id not like 'in\\_%'`,
    ),
    exactBranch("tracking", selectTrackedOrders(text)),
    exactBranch("serial", selectOrdersBySerial(text)),
    ...byId(text, "orders"),
    ...partialBranches(text, "number", "orders_number_text"),
    ...partialBranches(text, "purchase_order", "orders_po_number_text"),
  ],
  title: sql`t.order_number`,
  columns: {
    organization: organizationName,
    status: sql`t.status`,
    payment_status: sql`t.payment_status`,
    amount: sql`t.total::float`,
  },
  leads_to: { kind: "order", id: sql`t.id` },
});

const selectTrackedOrders = (text: string): SQL => sql`
  select k.order_id from packages k where upper(k.tracking_id) = upper(${text}) and k.status <> 'canceled'
  union
  ${orderIdsByTrackingNumber(text)}`;

const selectOrdersBySerial = (text: string): SQL => sql`
  select l.order_id from order_lines l where l.serial_number @> array[upper(${text})::text]
  union
  select l.order_id
  from package_serials s
    join order_lines l on l.id = s.line_id
  where upper(s.serial) = upper(${text})`;

/** `invoices.net_suite_id` is a bigint: the cast would fail for a text that is no number. */
const byAccountingId = (text: string): Branch[] =>
  /^\d{1,15}$/.test(text)
    ? [exactBranch("accounting", sql`select i.id from invoices i where i.net_suite_id = ${text}::bigint`)]
    : [];

const invoices = (text: string): ConsoleKind => ({
  kind: "invoices",
  text,
  table: "invoices",
  branches: [
    exactBranch("number", sql`select i.id from invoices i where lower(i.stripe_invoice_no) = lower(${text})`),
    // The purchase order number of an order finds the order itself, not its invoice.
    exactBranch(
      "purchase_order",
      sql`select i.id from invoices i where lower(i.po_number) = lower(${text}) and i.reference_type = 'subscription'`,
    ),
    exactBranch("provider", sql`select i.id from invoices i where i.stripe_invoice_id = ${text}`),
    exactBranch("provider", sql`select i.id from invoices i where i.stripe_payment_id = ${text}`),
    exactBranch("provider", sql`select l.invoice_id from payment_ledger l where l.stripe_object_id = ${text}`),
    // A refund enters the ledger only once it has succeeded or failed.
    exactBranch("provider", sql`select r.invoice_id from refunds r where r.stripe_refund_id = ${text}`),
    ...byAccountingId(text),
    ...byId(text, "invoices"),
    ...partialBranches(text, "number", "invoices_number_text"),
  ],
  title: sql`coalesce(t.stripe_invoice_no, 'No number yet')`,
  columns: { organization: organizationName, payment_status: sql`t.payment_status`, amount: sql`t.amount::float` },
  leads_to: { kind: "invoice", id: sql`t.id` },
});

const orderOfCart: SQL = sql`(select o.id from orders o where o.cart_no = t.cart_no limit 1)`;
const planOfCart: SQL = sql`(
  select s.id from checkout_attempts a join subscriptions s on s.attempt_id = a.id where a.cart_id = t.id limit 1
)`;

const carts = (text: string): ConsoleKind => ({
  kind: "carts",
  text,
  table: "carts",
  branches: [
    exactBranch("number", sql`select c.id from carts c where c.cart_no = upper(${text})`),
    ...byId(text, "carts"),
  ],
  title: sql`t.cart_no`,
  columns: {
    detail: sql`(select u.first_name || ' ' || u.last_name from users u where u.id = t.user_id)`,
    organization: organizationName,
    status: sql`case when t.is_complete then 'bought' else 'open' end`,
  },
  leads_to: {
    kind: sql`case
      when ${orderOfCart} is not null then 'order' when ${planOfCart} is not null then 'subscription' else 'cart' end`,
    id: sql`coalesce(${orderOfCart}, ${planOfCart}, t.id)`,
  },
});

const subscriptions = (text: string): ConsoleKind => ({
  kind: "subscriptions",
  text,
  table: "subscriptions",
  branches: [
    exactBranch("provider", sql`select s.id from subscriptions s where s.stripe_id = ${text}`),
    ...byId(text, "subscriptions"),
  ],
  title: productName,
  columns: { organization: organizationName, status: sql`t.status`, amount: sql`t.amount::float` },
  leads_to: { kind: "subscription", id: sql`t.id` },
});

const devices = (text: string): ConsoleKind => ({
  kind: "devices",
  text,
  table: "devices",
  branches: [
    exactBranch("serial", sql`select d.id from devices d where upper(d.serial) = upper(${text}) and not d.is_deleted`),
    ...byId(text, "devices"),
    ...partialBranches(text, "serial", "devices_serial_text"),
  ],
  title: sql`t.serial`,
  columns: { detail: productName, organization: organizationName },
  leads_to: { kind: "organization", id: sql`t.org_id` },
});

const organizations = (text: string): ConsoleKind => ({
  kind: "organizations",
  text,
  table: "organizations",
  branches: [
    exactBranch("name", sql`select g.id from organizations g where lower(btrim(g.name)) = lower(${text})`),
    exactBranch("provider", sql`select g.id from organizations g where g.stripe_customer_id = ${text}`),
    exactBranch("accounting", sql`select g.id from organizations g where g.net_suite_id = ${text}`),
    ...byId(text, "organizations"),
    ...partialBranches(text, "text", "organizations_text"),
  ],
  title: sql`t.name`,
  email: sql`t.billing_email`,
  columns: { detail: sql`t.billing_email` },
  leads_to: { kind: "organization", id: sql`t.id` },
});

const people = (text: string): ConsoleKind => ({
  kind: "people",
  text,
  table: "users",
  branches: [
    exactBranch("email", sql`select u.id from users u where lower(u.email) = lower(${text})`),
    ...byId(text, "users"),
    ...partialBranches(text, "text", "users_text"),
  ],
  title: sql`t.first_name || ' ' || t.last_name`,
  columns: {
    detail: sql`t.email`,
    organization: organizationName,
    status: sql`case
      when not t.is_active then 'inactive' when t.agreed_at is null then 'invited' else 'active' end`,
  },
  leads_to: { kind: "person", id: sql`t.id` },
});

const requests = (text: string): ConsoleKind => ({
  kind: "requests",
  text,
  table: "account_requests",
  branches: [
    exactBranch(
      "email",
      sql`select r.id from account_requests r where lower(r.email) = lower(${text}) and r.status = 'pending'`,
    ),
    ...byId(text, "account_requests"),
    ...partialBranches(text, "text", "account_requests_text"),
  ],
  title: sql`t.first_name || ' ' || t.last_name`,
  email: sql`t.email`,
  columns: { detail: sql`t.email`, organization: sql`t.org_name`, status: sql`t.status` },
  leads_to: { kind: "request", id: sql`t.id` },
});

const products = (text: string): ConsoleKind => ({
  kind: "products",
  text,
  table: "products",
  branches: [
    exactBranch("sku", sql`select p.id from products p where lower(p.sku) = lower(${text})`),
    exactBranch("accounting", sql`select p.id from products p where p.net_suite_id = ${text}`),
    ...byId(text, "products"),
    ...partialBranches(text, "text", "products_text"),
  ],
  title: sql`t.name`,
  columns: {
    detail: sql`t.sku`,
    status: sql`case
      when t.is_archived then 'archived' when t.is_published then 'published' else 'not published' end`,
    amount: sql`(t.price_levels ->> 'Base Price')::float`,
  },
  leads_to: { kind: "product", id: sql`t.id` },
});

export const buildKinds = (text: string): ConsoleKind[] =>
  [orders, invoices, carts, subscriptions, devices, organizations, people, requests, products].map((make) =>
    make(text),
  );
