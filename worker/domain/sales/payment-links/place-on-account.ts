import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { order as orderRow } from "../../../contract/entities/order.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { type Order, orderColumns } from "../../fulfilment/index.ts";
import { selectOrganizationForUpdate } from "../../organizations/index.ts";
import { payAttempt } from "../../payments/index.ts";
import { audited } from "../../platform/index.ts";
import { maybeOneOf, one } from "../../sql.ts";
import { isApprovalRequired } from "../approvals/concerned-rules.ts";
import { accountPayment, purchaseTerms } from "../checkout/on-account.ts";
import { changedItems, newAttempt, placeOrderParts, purchaseItems } from "../checkout/placed.ts";
import type { Purchase } from "../checkout/purchase.ts";
import type { LinkOrder } from "./insert-link-order.ts";
import type { LinkAddress, LinkFacts } from "./read-link-order.ts";

type AccountOrder = LinkOrder & {
  customer_id: string;
  po_number: string | null;
};

/** Converts the order to the purchase of the complete cart that `placeOnAccount` inserts. */
export function toAccountPurchase(facts: LinkFacts, order: AccountOrder): Purchase {
  const goods = order.items.map(({ id, name, price, quantity, tax_amount }, position) => ({
    id,
    name,
    price,
    quantity,
    position,
    subscription_term: null,
    tax_amount: tax_amount ?? 0,
  }));
  return {
    cart: { id: facts.order_id, version: 1, cart_no: facts.cart_no ?? "" },
    goods,
    plans: [],
    shipping: order.shipping,
    order_tax: order.tax,
    order_total: order.total,
    total: order.total,
    shipping_data: {
      personal_data: facts.buyer,
      address: order.address,
      packages: [],
      method: order.method,
    },
    shipping_rate_id: order.rate_id,
    delivery: { lead_days: null, days_min: null, days_max: null, is_bank_debit: false },
    tax_calculation_id: order.tax_calculation_id,
    tax_address: order.tax_address,
    price_level_name: order.price_level_name,
    po_number: order.po_number,
    note: null,
    terms_version: null,
    quote_id: null,
    payment: { ...accountPayment, customer_id: order.customer_id },
  };
}

/**
 * Places an order on account by inserting a complete cart and its checkout attempt, within the credit limit, and only
 * if no approval is required. Undefined if the limit, a rule, a product or the buyer no longer allows it. A second
 * order with the same id violates `carts_pkey`. @throws PAYMENT_FAILED
 */
export async function placeOnAccount(
  ctx: Ctx,
  { order_id, invoice_id }: LinkFacts,
  purchase: Purchase,
  billed_address: LinkAddress | null,
): Promise<Order | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const quantities = Object.fromEntries(purchase.goods.map(({ id, quantity }) => [id, quantity]));
  const address = { billing: billed_address, shipping: purchase.shipping_data.address };
  const [, answer] = await ctx.db.batch([
    selectOrganizationForUpdate(org_id),
    sql`
    with ${purchaseItems(purchase)},
    ${purchaseTerms(purchase, org_id)},
    c as (
      insert into carts (id, cart_no, user_id, org_id, products, address, payment_method, po_number, is_complete)
      select
        ${purchase.cart.id}::uuid, ${purchase.cart.cart_no}, u.id, u.org_id, ${JSON.stringify(quantities)}::jsonb,
        ${JSON.stringify(address)}::jsonb, 'account', ${purchase.po_number}, true
      from users u, account
      where u.id = ${user_id} and u.is_active and u.org_id = ${org_id}
        and not exists (${changedItems(sql`${org_id}::uuid`)})
        and not ${isApprovalRequired({
          org_id: sql`${org_id}::uuid`,
          user_id: sql`${user_id}::uuid`,
          product_ids: sql`select goods.id from goods`,
          total: sql`${purchase.total}::bigint`,
        })}
      returning *
    ),
    ${newAttempt(purchase, sql`c buyer`)},
    ${placeOrderParts(purchase, null, { order_id, invoice_id })},
    ${audited(ctx, "orderByLink", "order", "o", { org_id })}
    select id as attempt_id from a`,
  ]);
  const attempt = maybeOneOf(ctx, () => z.object({ attempt_id: z.string() }), answer);
  if (!attempt) return undefined;
  ctx.wakeWorkers();
  const progress = payAttempt(ctx, attempt.attempt_id);
  ctx.defer(progress.catch(() => {}));
  if ((await progress).outcome === "failed") throw unprocessable("PAYMENT_FAILED");
  return one(
    ctx,
    () => orderRow,
    sql`select ${orderColumns} from orders o where o.id = ${order_id}`,
    () => unprocessable("PAYMENT_FAILED"),
  );
}
