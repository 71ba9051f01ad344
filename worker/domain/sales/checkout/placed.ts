// Parts of the statement that places an order, shared by checkout, approvals and payment links.
import { type SQL, sql } from "drizzle-orm";
import { isSold } from "../../catalog/index.ts";
import { newLease } from "../../platform/index.ts";
import { hasSubscriptionFor } from "../carts/change-cart.ts";
import { type Purchase, promisedDates } from "./purchase.ts";
import { dueOn, firstReminderLeadDays } from "../../payments/index.ts";
import type { CheckoutFacts } from "./read-checkout.ts";

const columns = sql`
  (
    id uuid, name text, quantity int, price bigint, subscription_term text, tax_amount bigint,
    position int
  )`;

/**
 * CTEs `goods` and `plans`, and `terms`, which locks the products of subscriptions FOR SHARE until the subscriptions
 * exist: a trigger forbids changing their term afterwards.
 */
export const purchaseItems = ({ goods, plans }: Pick<Purchase, "goods" | "plans">): SQL => sql`
  goods as (select * from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as x${columns}),
  plans as (select * from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as x${columns}),
  terms as materialized (
    select p.id, p.subscription_term from products p where p.id in (select id from plans) order by p.id for share
  )`;

/**
 * Rows of `purchaseItems` that are no longer sold as they were, and plans that the organization has or is switching to,
 * whose claims need `selectOrganizationForUpdate`. `isChanged` adds conditions on item i and product p.
 */
export const changedItems = (orgId: SQL, isChanged: SQL = sql`false`): SQL => sql`
  select 1
  from (select * from goods union all select * from plans) i
    left join products p on p.id = i.id
    left join terms on terms.id = i.id
  where p.id is null
    or not (${isSold})
    or p.subscription_term is distinct from i.subscription_term
    or terms.subscription_term is distinct from i.subscription_term
    or (i.subscription_term is not null and ${hasSubscriptionFor(orgId)})
    or ${isChanged}`;

/**
 * The CTE `a`: an attempt, leased to its caller, for each row of `buyer` (user_id, org_id). A version of a cart has one
 * attempt at most.
 */
export const newAttempt = ({ cart, payment, terms_version }: Purchase, buyer: SQL): SQL => sql`
  a as (
    insert into checkout_attempts (
      cart_id, cart_version, user_id, org_id, payment_method_id, customer_id, payment_method,
      terms_version, next_at, lease_until
    )
    select
      ${cart.id}::uuid, ${cart.version}::int, buyer.user_id, buyer.org_id, ${payment.method_id}, ${payment.customer_id},
      ${JSON.stringify(payment.paid_by)}::jsonb, ${terms_version},
      ${newLease}, ${newLease}
    from ${buyer} on conflict (cart_id, cart_version) do nothing returning *
  )`;

const invoiceProducts = (from: SQL) =>
  sql`
    (
      select jsonb_agg(
        jsonb_build_object(
          'id', i.id, 'name', i.name, 'price', i.price, 'quantity', i.quantity,
          'tax_amount', i.tax_amount
        )
        order by i.position
      )
      from ${from}
    )`;

/**
 * CTEs that write order, lines, subscriptions and invoices of the attempt in `a`, at the terms in `account`. `ids` are
 * fixed for an order that must not be placed twice. Without a calendar, no delivery dates are promised.
 */
export function placeOrderParts(
  purchase: Purchase,
  calendar: CheckoutFacts["calendar"] | null,
  ids?: { order_id: string; invoice_id: string },
): SQL {
  const { goods, plans, cart, po_number, note } = purchase;
  const deliveryPromise = calendar && promisedDates(purchase, calendar);
  // A calculation shared by several invoices cannot be reported with one of them.
  const ownCalculationId = plans.length + Number(goods.length > 0) === 1 ? purchase.tax_calculation_id : null;
  const taxAddressJson = purchase.tax_address && JSON.stringify(purchase.tax_address);
  return sql`
      o as (
        insert into orders (
          id, user_id, org_id, attempt_id, cart_no, total, shipping, tax, tax_calculation_id,
          shipping_data, freight_service, ships_by, arrives_from, arrives_by, po_number, note,
          terms_version, price_level_name, payment_terms_days
        )
        select
          coalesce(${ids?.order_id ?? null}::uuid, uuidv7()),
          a.user_id, a.org_id, a.id, ${cart.cart_no}, ${purchase.order_total}, ${purchase.shipping},
          ${purchase.order_tax}, ${purchase.tax_calculation_id},
          ${JSON.stringify(purchase.shipping_data)}::jsonb,
          (select r.service from shipping_rates r where r.id = ${purchase.shipping_rate_id}),
          ${deliveryPromise?.ships_by ?? null}::date, ${deliveryPromise?.arrives_from ?? null}::date,
          ${deliveryPromise?.arrives_by ?? null}::date,
          ${po_number}, ${note}, a.terms_version, ${purchase.price_level_name}, account.days
        from a, account where exists (select 1 from goods) returning *
      ),
      lines as (
        insert into order_lines (
          order_id, product_id, position, quantity, name, price, tax_amount, main_image,
          short_description, detailed_description
        )
        select
          o.id, i.id, i.position, i.quantity, i.name, i.price, i.tax_amount, p.main_image,
          p.short_description, p.detailed_description
        from o, goods i join products p on p.id = i.id
      ),
      order_invoice as (
        insert into invoices (
          id, reference_id, reference_type, org_id, amount, shipping, tax, products, cart_no,
          tax_calculation_id, tax_address, po_number, note, due_on, remind_on
        )
        select
          coalesce(${ids?.invoice_id ?? null}::uuid, uuidv7()),
          o.id, 'order', o.org_id, o.total, o.shipping, o.tax, ${invoiceProducts(sql`goods i`)},
          o.cart_no, ${ownCalculationId}, ${taxAddressJson}::jsonb, o.po_number, o.note,
          ${dueOn(sql`o.payment_terms_days`)}, ${dueOn(sql`o.payment_terms_days`)} - ${firstReminderLeadDays}
        from o
      ),
      s as (
        insert into subscriptions (product_id, org_id, user_id, attempt_id, amount, tax, interval, created_by)
        select
          i.id, a.org_id, a.user_id, a.id, i.price, i.tax_amount, i.subscription_term, a.user_id
        from a, plans i
        returning *
      ),
      plan_invoices as (
        insert into invoices (
          reference_id, reference_type, period_start, billing_reason, org_id, amount, tax, products,
          cart_no, tax_calculation_id, tax_address, po_number, note
        )
        select
          s.id,
          'subscription',
          s.start_at,
          'subscription_create',
          s.org_id,
          s.amount + s.tax,
          s.tax,
          ${invoiceProducts(sql`plans i where i.id = s.product_id`)},
          ${cart.cart_no},
          ${ownCalculationId},
          ${taxAddressJson}::jsonb,
          ${po_number},
          ${note}
        from s
      )`;
}
