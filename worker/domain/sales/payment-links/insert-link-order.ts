import { sql } from "drizzle-orm";
import { order as orderRow, unpaidLinkOrdersMax } from "../../../contract/entities/order.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { selectOrganizationForUpdate } from "../../organizations/index.ts";
import { billNotifications } from "../../payments/index.ts";
import { type Order, orderColumns } from "../../fulfilment/index.ts";
import { maybeOneOf } from "../../sql.ts";
import { isApprovalRequired } from "../approvals/concerned-rules.ts";
import { changedItems, purchaseItems } from "../checkout/placed.ts";
import { type LinkAddress, unpaidLinkOrders } from "./read-link-order.ts";

/** `price` is per piece; `tax_amount` is null if untaxed. US cents. */
export type LinkItem = {
  id: string;
  name: string;
  price: number;
  quantity: number;
  tax_code: string | null;
  tax_amount: number | null;
};
export type LinkOrder = {
  order_id: string;
  invoice_id: string;
  price_level_name: string;
  items: readonly LinkItem[];
  shipping: number;
  tax: number;
  total: number;
  tax_calculation_id: string | null;
  tax_address: LinkAddress | null;
  /** Null for an order without hardware. */
  address: LinkAddress | null;
  method: string | null;
  rate_id: string | null;
};

/**
 * Inserts the order with its lines and invoice and notifies the buyer of the bill, in one statement. The organization
 * is locked first, so that concurrent calls count each other's orders. Undefined if the buyer is inactive or was moved
 * to another organization, a product is no longer sold, too many orders are unpaid, or the order requires approval.
 */
export async function insertLinkOrder(
  ctx: Ctx,
  order: LinkOrder,
  page: { id: string; url: string },
): Promise<Order | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const { shipping, tax, total, tax_calculation_id, address, method } = order;
  const items = order.items.map(({ id, name, price, quantity, tax_amount }) => ({
    id,
    name,
    price,
    quantity,
    tax_amount,
  }));
  const goods = items.map((item, position) => ({
    ...item,
    position,
    subscription_term: null,
    tax_amount: item.tax_amount ?? 0,
  }));
  const [, answer] = await ctx.db.batch([
    selectOrganizationForUpdate(org_id),
    sql`
    with ${purchaseItems({ goods, plans: [] })},
    o as (
      insert into orders (
        id, user_id, org_id, total, shipping, tax, tax_calculation_id, price_level_name, stripe_id,
        stripe_bill_link, freight_service, shipping_data
      )
      select
        ${order.order_id}::uuid,
        u.id,
        u.org_id,
        ${total},
        ${shipping},
        ${tax},
        ${tax_calculation_id},
        ${order.price_level_name},
        ${page.id},
        ${page.url},
        (select r.service from shipping_rates r where r.id = ${order.rate_id}),
        jsonb_build_object(
          'personal_data', jsonb_build_object(
            'first_name', u.first_name,
            'last_name', u.last_name,
            'phone', u.phone,
            'email', u.email
          ),
          'address', ${address && JSON.stringify(address)}::jsonb,
          'packages', '[]'::jsonb,
          'method', ${method}::text
        )
      from users u
      where u.id = ${user_id} and u.is_active and u.org_id = ${org_id}
        and ${unpaidLinkOrders(org_id)} < ${unpaidLinkOrdersMax}
        and not exists (${changedItems(sql`${org_id}::uuid`)})
        and not ${isApprovalRequired({
          org_id: sql`${org_id}::uuid`,
          user_id: sql`${user_id}::uuid`,
          product_ids: sql`select goods.id from goods`,
          total: sql`${total}::bigint`,
        })}
      returning *
    ),
    lines as (
      insert into order_lines (
        order_id, product_id, position, quantity, name, price, tax_amount, main_image, short_description,
        detailed_description
      )
      select
        o.id, g.id, g.position, g.quantity, g.name, g.price, g.tax_amount, p.main_image,
        p.short_description,
        p.detailed_description
      from o, goods g
        join products p on p.id = g.id
    ),
    i as (
      insert into invoices (
        id, reference_id, reference_type, org_id, amount, shipping, tax, products, tax_calculation_id, tax_address
      )
      select
        ${order.invoice_id}::uuid, o.id, 'order', o.org_id, o.total, o.shipping, o.tax,
        ${JSON.stringify(items)}::jsonb, ${tax_calculation_id},
        ${order.tax_address && JSON.stringify(order.tax_address)}::jsonb
      from o
      returning *
    ),
    ${audited(ctx, "orderByLink", "order", "o", { org_id })},
    ${billNotifications(ctx)}
    select ${orderColumns} from o`,
  ]);
  return maybeOneOf(ctx, () => orderRow, answer);
}
