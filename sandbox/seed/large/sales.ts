import { bulkId, levelSql, taxAddressSql, taxRateSql } from "./ids.ts";

/** One to three lines of devices per order. */
const lines = `
create temp table bulk_lines on commit drop as
select n, org, position.position, quantity, product_id, product.name, price, product.main_image, product.short_description,
  round(price * quantity * ${taxRateSql("org")} / 10000.0)::bigint as tax
from generate_series(1, 100000) n
  cross join lateral (select 1 + n::bigint * 7919 % 1000 as org) buyer
  cross join lateral generate_series(0, n % 3) position
  cross join lateral (select 1 + (n + position) % 5 as quantity, (n::bigint * 31 + position * 977) % 3500 as device) chosen
  cross join lateral (select ${bulkId("product", "device / 7 * 10 + device % 7 + 1")} as product_id) numbered
  join products product on product.id = product_id
  cross join lateral (select (product.price_levels ->> coalesce(${levelSql("org")}, 'Base Price'))::bigint as price) priced`;

/** Only some of the newest orders are unpaid; all other states occur in the whole period. */
const sums = `
create temp table bulk_orders on commit drop as
select n, org, sum(price * quantity)::bigint as net, sum(tax)::bigint as tax, 1500 as shipping,
  jsonb_agg(jsonb_build_object('id', product_id, 'name', name, 'price', price, 'quantity', quantity, 'tax_amount', tax) order by position) as products,
  case when n > 99000 and n % 4 < 2 then 'new'
    when n % 20 in (0, 1, 2, 3) then 'processing' when n % 20 = 4 then 'canceled' when n % 20 in (5, 6, 7) then 'shipped' else 'received' end as status,
  case when n > 99000 and n % 4 = 0 then 'pending' when n > 99000 and n % 4 = 1 then 'declined' when n % 20 = 0 then 'partially_refunded'
    when n % 20 = 4 then 'refunded' when n % 20 = 8 then 'disputed' when n % 20 = 9 then 'refund_failed' else 'paid' end as payment_status,
  timestamptz '2024-01-01Z' + n * interval '15 minutes' as day
from bulk_lines group by n, org order by n`;

const orders = `
insert into orders (id, order_number, user_id, org_id, stripe_id, total, shipping, tax, status, payment_status, price_level_name, shipping_data, created_at, updated_at)
select ${bulkId("order", "n")}, 'O5' || lpad(n::text, 7, '0'), buyer.id, buyer.org_id, case when payment_status <> 'pending' then 'in_bulk_' || n end, net + tax + shipping, shipping, tax, bulk.status,
  payment_status, coalesce(${levelSql("org")}, 'Base Price'), jsonb_build_object('personal_data', jsonb_build_object('first_name', buyer.first_name, 'last_name', buyer.last_name,
    'phone', buyer.phone, 'email', buyer.email), 'address', organization.address, 'packages', '[]'::jsonb, 'method', 'Standard'), day, day
from bulk_orders bulk
  join users buyer on buyer.id = ${bulkId("user", "(org - 1) * 10 + 1")}
  join organizations organization on organization.id = buyer.org_id
order by n`;

const orderLines = `
insert into order_lines (id, order_id, product_id, position, quantity, name, price, tax_amount, shipped_quantity, main_image, short_description, created_at, updated_at)
select ${bulkId("line", "n * 10 + position")}, ${bulkId("order", "n")}, product_id, position, quantity, name, price, line.tax,
  case when status in ('shipped', 'received') then quantity else 0 end, main_image,
  short_description, day, day
from bulk_lines line join bulk_orders using (n) order by n, position`;

/** Two monthly plans per organization. */
const subscriptions = `
insert into subscriptions (id, product_id, org_id, user_id, stripe_id, status, amount, tax, interval, start_at, cancel_at, current_period_end,
  created_by, updated_by, created_at, updated_at)
select ${bulkId("subscription", "n")}, product.id, ${bulkId("organization", "org")}, buyer, 'sub_bulk_' || n,
  case when n % 10 = 0 then 'canceled' else 'active' end,
  price, round(price * ${taxRateSql("org")} / 10000.0)::bigint, 'month', day,
  case when n % 10 = 0 then day + interval '10 months' end, day + interval '10 months', buyer, buyer, day, day
from generate_series(1, 2000) n
  cross join lateral (select 1 + (n - 1) % 1000 as org, timestamptz '2025-12-20Z' + n * interval '10 minutes' as day) made
  cross join lateral (select ${bulkId("user", "(org - 1) * 10 + 1")} as buyer) bought
  join products product on product.id = ${bulkId("product", "(n * 13 + n / 1001) % 500 * 10 + 8")}
  cross join lateral (select (product.price_levels ->> coalesce(${levelSql("org")}, 'Base Price'))::bigint as price) priced`;

const orderInvoices = `
insert into invoices (id, reference_id, reference_type, org_id, amount, shipping, tax, products, payment_status, has_failed, is_disputed, stripe_payment_id,
  stripe_invoice_id, stripe_invoice_no, tax_address, created_at, updated_at)
select ${bulkId("invoice", "n")}, ${bulkId("order", "n")}, 'order', ${bulkId("organization", "org")}, net + tax + shipping, shipping, tax, products,
  payment_status, payment_status = 'declined', payment_status = 'disputed', case when payment_status <> 'pending' then 'pi_bulk_' || n end,
  case when payment_status <> 'pending' then 'in_bulk_' || n end,
  case when payment_status <> 'pending' then 'BULK-' || lpad(n::text, 6, '0') end, ${taxAddressSql("org")}, day, day
from bulk_orders order by n`;

/** Ten paid months of each subscription. */
const subscriptionInvoices = `
insert into invoices (id, reference_id, reference_type, period_start, billing_reason, org_id, amount, tax, products, payment_status, stripe_payment_id,
  stripe_invoice_id, stripe_invoice_no, created_at, updated_at)
select ${bulkId("invoice", "number")}, plan.id, 'subscription', day, case when month = 0 then 'subscription_create' else 'subscription_cycle' end,
  plan.org_id, plan.amount + plan.tax, plan.tax,
  jsonb_build_array(jsonb_build_object('id', product.id, 'name', product.name, 'price', plan.amount, 'quantity', 1, 'tax_amount', plan.tax)),
  'paid', 'pi_bulk_' || number, 'in_bulk_' || number, 'BULK-' || number, day, day
from generate_series(1, 2000) n
  join subscriptions plan on plan.id = ${bulkId("subscription", "n")}
  join products product on product.id = plan.product_id
  cross join generate_series(0, 9) month
  cross join lateral (select 100000 + (n - 1) * 10 + month + 1 as number, plan.start_at + month * interval '1 month' as day) made`;

/**
 * Ledger entries of each invoice by its payment status; `quarters` is the share of the amount, and -4 returns all of
 * it.
 */
const ledger = `
insert into payment_ledger (id, invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at, created_at)
select ${bulkId("movement", "n * 10 + step")}, invoice.id, invoice.org_id, prefix || '_bulk_' || n, kind,
  case abs(quarters) when 4 then sign(quarters) * amount else sign(quarters) * (amount / 4) end, booked.at, booked.at
from generate_series(1, 120000) n
  join invoices invoice on invoice.id = ${bulkId("invoice", "n")}
  join (values ('paid', 0, 'ch', 'charge', 4),
    ('partially_refunded', 0, 'ch', 'charge', 4), ('partially_refunded', 1, 're', 'refund', -1),
    ('refunded', 0, 'ch', 'charge', 4), ('refunded', 1, 're', 'refund', -4),
    ('refund_failed', 0, 'ch', 'charge', 4), ('refund_failed', 1, 're', 'refund', -1), ('refund_failed', 2, 're', 'refund_failed', 1),
    ('disputed', 0, 'ch', 'charge', 4), ('disputed', 1, 'dp', 'dispute_withdrawn', -4)
  ) movement (status, step, prefix, kind, quarters) on movement.status = invoice.payment_status
  cross join lateral (select invoice.created_at + step * interval '1 hour' as at) booked`;

/** Statements in the order in which they must run, after organizations, users and products of the large data set. */
export const salesStatements = [
  lines,
  "analyze bulk_lines",
  sums,
  "analyze bulk_orders",
  orders,
  orderLines,
  subscriptions,
  orderInvoices,
  subscriptionInvoices,
  ledger,
];
