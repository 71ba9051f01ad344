import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { order as orderRow } from "../../contract/entities/order.ts";
import { chargeMax } from "../../contract/buying/charge-limit.ts";
import { amountTooLarge, notFound, unprocessable } from "../../contract/errors.ts";
import { pageBase } from "../../contract/hosts.ts";
import { hrefOf, pages } from "../../contract/pages.ts";
import { audited } from "../audit/index.ts";
import { requireCustomer } from "../billing/index.ts";
import { callerLevel, isSold, priceAt, requirePrice } from "../catalog/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { toldOfBill } from "../invoices/index.ts";
import { type Order, orderColumns } from "../orders/index.ts";
import { required, rowsOf, uuids } from "../sql.ts";

type Wanted = { id: string; quantity: number };
const priced = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    price: z.nullable(z.number()),
    price_level_name: z.string(),
    is_subscription: z.boolean(),
  });

/**
 * Orders what is bought once and answers a page of the provider on which to pay (O-098); the same completion as checkout
 * makes it paid. Throws NO_PRODUCTS_IN_CART, PRODUCT_NOT_FOUND, the price codes, INVALID_SUBSCRIPTION_QTY, PAYMENT_FAILED for more than can be charged at once, ORG_EMAIL_NOT_FOUND, CHECKOUT_URL_NOT_FOUND.
 */
export async function orderByLink(ctx: Ctx, wanted: Wanted[]): Promise<Order> {
  if (wanted.length === 0) throw unprocessable("NO_PRODUCTS_IN_CART");
  const quantities = new Map<string, number>();
  for (const { id, quantity } of wanted)
    quantities.set(id.toLowerCase(), (quantities.get(id.toLowerCase()) ?? 0) + quantity);
  const items = await priceItems(ctx, quantities);
  if (totalOf(items) > chargeMax) throw amountTooLarge();
  const { org_id } = requireUser(ctx);
  const customer = await requireCustomer(ctx, org_id);
  const order = await placeOrder(ctx, items);
  const session = await ctx.gateways.payments.createPaymentSession({
    customer,
    key: `order_${order.id}`,
    lines: items.map((item) => ({
      reference: item.id,
      description: item.name,
      amount: item.price * item.quantity,
      quantity: item.quantity,
    })),
    return_url: pageBase(ctx.settings, pages.order) + hrefOf(pages.order, { order_id: order.id }),
    metadata: { order_id: order.id, invoice_id: order.invoice_id },
  });
  if (!session) throw notFound("CHECKOUT_URL_NOT_FOUND");
  const placed = await required(
    ctx,
    () => orderRow,
    sql`
    with o as (
      update orders
      set stripe_id = ${session.id}, stripe_bill_link = ${session.url}
      where id = ${order.id}
      returning *
    ), ${toldOfBill(ctx, sql`select id from o`)}
    select ${orderColumns} from o`,
    () => new Error("the order that was just made is gone"),
  );
  ctx.wakeWorkers();
  return placed;
}

async function priceItems(ctx: Ctx, quantities: Map<string, number>) {
  const ids = [...quantities.keys()];
  const rows = await rowsOf(
    ctx,
    priced,
    sql`
    with level as (select ${callerLevel(ctx)} as name)
    select
      p.id,
      p.name,
      ${priceAt(sql`select name from level`)}::float as price,
      (select name from level) as price_level_name,
      p.subscription_term is not null as is_subscription
    from products p where p.id = any(${uuids(ids)}) and ${isSold}`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const item = found.get(id);
    if (!item) throw notFound("PRODUCT_NOT_FOUND");
    // A plan is bought with its own payment method at checkout, never by a link.
    if (item.is_subscription) throw unprocessable("INVALID_SUBSCRIPTION_QTY");
    const { name, price_level_name } = item;
    return { id, name, price: requirePrice(item), price_level_name, quantity: quantities.get(id) ?? 0 };
  });
}

type Item = { id: string; name: string; price: number; price_level_name: string; quantity: number };
const totalOf = (items: Item[]): number => items.reduce((sum, item) => sum + item.price * item.quantity, 0);

async function placeOrder(ctx: Ctx, items: Item[]): Promise<{ id: string; invoice_id: string }> {
  const { user_id, org_id } = requireUser(ctx);
  const total = totalOf(items);
  const products = items.map(({ price_level_name: _, ...item }) => ({ ...item, tax_amount: null }));
  return required(
    ctx,
    () => z.object({ id: z.string(), invoice_id: z.string() }),
    sql`
    with goods as (
      select *
      from jsonb_to_recordset(
        ${JSON.stringify(items.map((item, position) => ({ ...item, position })))}::jsonb
      ) as x(id uuid, name text, price bigint, quantity int, position int)
    ),
    o as (
      insert into orders (user_id, org_id, total, price_level_name, shipping_data)
      select
        u.id,
        u.org_id,
        ${total},
        ${items[0]?.price_level_name ?? null},
        jsonb_build_object(
          'personal_data', jsonb_build_object(
            'first_name', u.first_name,
            'last_name', u.last_name,
            'phone', u.phone,
            'email', u.email
          ),
          'address', null,
          'packages', '[]'::jsonb,
          'method', null
        )
      from users u
      where u.id = ${user_id} and u.is_active
      returning *
    ),
    lines as (
      insert into order_lines (
        order_id, product_id, position, quantity, name, price, main_image, short_description,
        detailed_description
      )
      select
        o.id, g.id, g.position, g.quantity, g.name, g.price, p.main_image, p.short_description,
        p.detailed_description
      from o, goods g
        join products p on p.id = g.id
    ),
    i as (
      insert into invoices (reference_id, reference_type, org_id, amount, products)
      select o.id, 'order', o.org_id, o.total, ${JSON.stringify(products)}::jsonb from o returning id
    ),
    ${audited(ctx, "orderByLink", "order", "o", { org_id })}
    select o.id, i.id as invoice_id from o, i`,
    () => new Error("the buyer is gone"),
  );
}
