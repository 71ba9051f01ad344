import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { productTypes, taxExemptions } from "../../../../db/enums.ts";
import { shownAddress } from "../../../contract/entities/address.ts";
import { pricedRate } from "../../../contract/entities/shipping-rate.ts";
import { currentPriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import { accountFacts, accountJson } from "../../payments/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { one, type RowOf } from "../../sql.ts";
import { concernedRule, concernedRules } from "../approvals/concerned-rules.ts";

export type LinkAddress = z.output<typeof shownAddress>;

const linkFacts = () =>
  z.object({
    /** Ids of the future order and invoice: the provider's page refers to them before they exist. */
    order_id: z.string(),
    invoice_id: z.string(),
    price_level_name: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: z.nullable(z.int()),
        type: z.enum(productTypes),
        is_subscription: z.boolean(),
        tax_code: z.nullable(z.string()),
      }),
    ),
    organization: z.object({
      id: z.string(),
      name: z.string(),
      billing_email: z.nullable(z.string()),
      stripe_customer_id: z.nullable(z.string()),
      tax_exempt: z.enum(taxExemptions),
      /** The organization's own address, used for bills. */
      address: z.nullable(shownAddress),
      first_address: z.nullable(shownAddress),
    }),
    buyer: z.object({
      first_name: z.string(),
      last_name: z.string(),
      phone: z.nullable(z.string()),
      email: z.string(),
    }),
    /** Null unless the order is on account. */
    cart_no: z.nullable(z.string()),
    account: z.nullable(accountFacts()),
    unpaid_orders: z.int(),
    approval_rules: z.array(concernedRule()),
    /** Cheapest rate of the destination, the fastest among equals. */
    rate: z.nullable(pricedRate),
  });
export type LinkFacts = RowOf<typeof linkFacts>;

export const unpaidLinkOrders = (orgId: string): SQL => sql`(
  select count(*)::int from orders unpaid
  where unpaid.org_id = ${orgId} and unpaid.stripe_bill_link is not null
    and unpaid.payment_status in ('pending', 'declined') and unpaid.status <> 'canceled'
)`;

export async function readLinkOrder(
  ctx: Ctx,
  quantities: ReadonlyMap<string, number>,
  { address, is_on_account }: { address: LinkAddress | undefined; is_on_account: boolean },
): Promise<LinkFacts> {
  const requestedItems = [...quantities].map(([id, quantity]) => ({ id, quantity }));
  const { facts } = await one(
    ctx,
    () => z.object({ facts: linkFacts() }),
    sql`
    with org as (select * from organizations where id = ${requireUser(ctx).org_id}),
    level as (select ${currentPriceLevel(ctx)} as name),
    items as (
      select
        p.id, p.name, ${priceAt(sql`select name from level`)} as price, w.quantity, p.type,
        p.subscription_term is not null as is_subscription, p.tax_code
      from jsonb_to_recordset(${JSON.stringify(requestedItems)}::jsonb) as w(id uuid, quantity int)
        join products p on p.id = w.id
      where ${isSold}
    )
    select json_build_object(
      'order_id', uuidv7(),
      'invoice_id', uuidv7(),
      'price_level_name', (select name from level),
      'items', coalesce((select json_agg(items) from items), '[]'),
      'organization', json_build_object(
        'id', org.id, 'name', org.name, 'billing_email', org.billing_email,
        'stripe_customer_id', org.stripe_customer_id,
        'tax_exempt', org.tax_exempt, 'address', org.address,
        'first_address', org.address_books -> 0 -> 'address'
      ),
      'buyer', (
        select json_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone, 'email', u.email
        )
        from users u where u.id = ${requireUser(ctx).user_id}
      ),
      'cart_no', case when ${is_on_account} then 'C' || lpad(nextval('cart_numbers')::text, 8, '0') end,
      'account', case when ${is_on_account} then ${accountJson(sql`${requireUser(ctx).org_id}::uuid`)} end,
      'unpaid_orders', ${unpaidLinkOrders(requireUser(ctx).org_id)},
      'approval_rules', ${concernedRules({
        org_id: sql`org.id`,
        user_id: sql`${requireUser(ctx).user_id}::uuid`,
        product_ids: sql`select items.id from items`,
      })},
      'rate', (
        select to_json(r)
        from shipping_offers(
          coalesce(${address?.country ?? null}::text, org.address_books -> 0 -> 'address' ->> 'country'),
          (select sum(price * quantity)::bigint from items)
        ) r
        order by r.price, r.days_max nulls last, r.full_price, r.option
        limit 1
      )
    ) as facts
    from org`,
    () => new Error("the buyer's organization is gone"),
  );
  return facts;
}
