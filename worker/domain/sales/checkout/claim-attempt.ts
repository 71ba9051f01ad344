import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { PaidBy } from "../../../../db/schema/shop/carts.ts";
import { violatedConstraint } from "../../../../db/errors.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { ProviderPaymentMethod } from "../../../gateways/payment-provider.ts";
import type { Tax } from "../../../gateways/tax/tax.ts";
import { audited, leased } from "../../platform/index.ts";
import { shippingNow } from "../carts/shipping-rates.ts";
import { isSold } from "../../catalog/index.ts";
import { deliveryDates, slowestLeadDays } from "../../fulfilment/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { shippingPrice, taxAddress, taxOfOrder } from "./cart-tax.ts";
import { oneTimeItems, type CheckoutFacts, isSubscription } from "./read-checkout.ts";
import { maybeOne } from "../../sql.ts";

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** The items at current prices; nothing comes from the client (T10). */
function snapshot(facts: CheckoutFacts, tax: Tax, method: ProviderPaymentMethod) {
  const line = (item: CheckoutFacts["items"][number], position: number) => ({
    ...item,
    position,
    tax_amount: tax.lines[item.id] ?? 0,
  });
  const goods = oneTimeItems(facts).map(line);
  const plans = facts.items.filter(isSubscription).map(line);
  const shipping = shippingPrice(facts);
  const orderTax = taxOfOrder(facts, tax);
  const total = sum(goods.map((item) => (item.price ?? 0) * item.quantity)) + shipping + orderTax;
  const { buyer, cart } = facts;
  const shippingData = {
    personal_data: { first_name: buyer.first_name, last_name: buyer.last_name, phone: buyer.phone, email: buyer.email },
    address: cart.address.shipping,
    packages: [],
    method: facts.shipping?.option ?? null,
  };
  return { goods, plans, shipping, orderTax, total, shippingData, promised: promisedDates(facts, method) };
}

/** What the buyer was shown, unless the working day has ended since. */
const promisedDates = ({ items, shipping, calendar }: CheckoutFacts, { type }: ProviderPaymentMethod) =>
  deliveryDates(
    {
      ...shipping,
      lead_days: slowestLeadDays(items),
      paid_at: Date.now(),
      is_bank_debit: type === "us_bank_account",
    },
    calendar,
  );

const toPaidBy = ({ type, card, us_bank_account: bank }: ProviderPaymentMethod): PaidBy => ({
  type,
  name: card?.brand ?? bank?.bank_name ?? null,
  last4: (card ?? bank)?.last4 ?? "",
});

/**
 * Claims one version of a cart: one statement creates the attempt, the order with its lines, the subscriptions and all
 * invoices, under the cart's row lock and only if nothing changed since the buyer saw it (T2). Products of
 * subscriptions are locked FOR SHARE until the subscriptions exist: a trigger forbids changing their term afterwards.
 * Undefined if another claim was first or the cart has changed. Throws DUPLICATE_ORG_SUBSCRIPTION.
 */
export async function claimAttempt(
  ctx: Ctx,
  facts: CheckoutFacts,
  tax: Tax,
  method: ProviderPaymentMethod,
): Promise<{ attempt_id: string } | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const { goods, plans, shipping, orderTax, total, shippingData, promised } = snapshot(facts, tax, method);
  const { cart } = facts;
  // A calculation shared by several invoices cannot be reported with one of them.
  const ownTax = plans.length + Number(goods.length > 0) === 1 ? tax.id : null;
  const taxedAt = JSON.stringify(taxAddress(facts));
  const level = facts.items[0]?.price_level_name ?? "";
  const columns = sql`
    (
      id uuid, name text, quantity int, price bigint, subscription_term text, tax_amount bigint,
      position int
    )`;
  const invoiceProducts = (from: typeof columns) =>
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
  try {
    return await maybeOne(
      ctx,
      () => z.object({ attempt_id: z.string() }),
      sql`
      with goods as (select * from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as x${columns}),
      plans as (select * from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as x${columns}),
      buyer as (select id from users where id = ${user_id} and is_active and org_id = ${org_id} for share),
      c as (
        select carts.*
        from carts, buyer
        where carts.id = ${cart.id}
          and version = ${cart.version}
          and not is_complete
          and attempt_id is null
        for update of carts
      ),
      terms as materialized (
        select p.id, p.subscription_term from products p where p.id in (select id from plans) order by p.id for share
      ),
      outdated as (
        select 1
        from (select * from goods union all select * from plans) i
          left join products p on p.id = i.id
          left join terms on terms.id = i.id
        where p.id is null
          or not (${isSold})
          or p.subscription_term is distinct from i.subscription_term
          or terms.subscription_term is distinct from i.subscription_term
          or (p.price_levels ->> ${level}::text)::bigint is distinct from i.price
          or ${level}::text <> coalesce(
            (select price_level_name from organizations where id = ${org_id}), 'Base Price'
          )
        union all
        select 1 from c where ${shippingNow} is distinct from c.seen_shipping
      ),
      a as (
        insert into checkout_attempts (
          cart_id, cart_version, user_id, org_id, payment_method_id, customer_id, payment_method,
          terms_version, next_at, lease_until
        )
        select
          c.id, c.version, ${user_id}, ${org_id}, ${cart.payment_method_id}, ${method.customer},
          ${JSON.stringify(toPaidBy(method))}::jsonb, ${facts.terms_version},
          ${leased}, ${leased}
        from c
        where not exists (select 1 from outdated) on conflict (cart_id, cart_version) do nothing returning *
      ),
      claimed as (update carts set attempt_id = a.id from a where carts.id = a.cart_id),
      o as (
        insert into orders (
          user_id, org_id, attempt_id, cart_no, total, shipping, tax, tax_calculation_id,
          shipping_data, freight_service, ships_by, arrives_from, arrives_by, po_number, note,
          terms_version, price_level_name
        )
        select
          a.user_id, a.org_id, a.id, ${cart.cart_no}, ${total}, ${shipping}, ${orderTax}, ${tax.id},
          ${JSON.stringify(shippingData)}::jsonb,
          (select r.service from shipping_rates r where r.id = ${facts.shipping?.id ?? null}),
          ${promised?.ships_by ?? null}::date, ${promised?.arrives_from ?? null}::date,
          ${promised?.arrives_by ?? null}::date,
          ${cart.po_number}, ${cart.note}, a.terms_version, ${level}
        from a where exists (select 1 from goods) returning *
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
          reference_id, reference_type, org_id, amount, shipping, tax, products, cart_no,
          tax_calculation_id, tax_address, po_number, note
        )
        select
          o.id, 'order', o.org_id, o.total, o.shipping, o.tax, ${invoiceProducts(sql`goods i`)},
          o.cart_no, ${ownTax}, ${taxedAt}::jsonb, o.po_number, o.note
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
          ${ownTax},
          ${taxedAt}::jsonb,
          ${cart.po_number},
          ${cart.note}
        from s
      ),
      ${audited(ctx, "claimAttempt", "cart", "a", { subject_id: sql`a.cart_id`, org_id })}
      select id as attempt_id from a`,
    );
  } catch (error) {
    throw violatedConstraint(error) === "subscriptions_live_unique"
      ? unprocessable("DUPLICATE_ORG_SUBSCRIPTION")
      : error;
  }
}
