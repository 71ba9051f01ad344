import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../../db/enums.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { shopDay } from "../../shop-days.ts";
import { isCountedAsRefunded } from "../../sold-orders.ts";
import { adminOrderSource, type AdminOrderFilter } from "./list-orders.ts";

/** Amounts in US cents; `refunded` is positive. */
const soldLine = z.object({
  sku: z.nullable(z.string()),
  name: z.string(),
  quantity: z.int(),
  price: z.number(),
  tax: z.number(),
  refunded: z.number(),
});

const orderWithSoldLines = z.object({
  id: z.string(),
  order_number: z.string(),
  /** Day of the order in the shop's time zone. */
  day: z.string(),
  organization: z.string(),
  price_level_name: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  invoice_no: z.nullable(z.string()),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  total: z.number(),
  shipping: z.number(),
  tax: z.number(),
  /** Refunds in the ledger, less the money that came back from failed refunds. */
  refunded: z.number(),
  lines: z.array(soldLine),
});
export type OrderWithSoldLines = z.output<typeof orderWithSoldLines>;

/** Booked refunds of line `l` with tax, in US cents; money that came back from failed refunds does not count. */
const refundedAmount = sql`(
  select coalesce(sum(back.amount + back.tax), 0)::float
  from refund_lines back
    join refunds r on r.id = back.refund_id
  where back.line_id = l.id and ${isCountedAsRefunded}
    and (select sum(b.amount_cents) from payment_ledger b where b.stripe_object_id = r.stripe_refund_id) < 0
)`;
const soldLineColumns = selectFields(soldLine.shape, "l", {
  sku: sql`(select p.sku from products p where p.id = l.product_id)`,
  tax: sql`l.tax_amount`,
  refunded: refundedAmount,
});

const columns = selectFields(orderWithSoldLines.shape, "o", {
  day: sql`${shopDay(sql`o.created_at`)}::text`,
  organization: sql`(select g.name from organizations g where g.id = o.org_id)`,
  invoice_no: sql`(
    select i.stripe_invoice_no from invoices i where i.reference_type = 'order' and i.reference_id = o.id limit 1
  )`,
  total: sql`o.total::float`,
  refunded: sql`(
    select coalesce(-sum(b.amount_cents), 0)::float
    from invoices i
      join payment_ledger b on b.invoice_id = i.id and b.kind in ('refund', 'refund_failed')
    where i.reference_type = 'order' and i.reference_id = o.id
  )`,
  lines: sql`coalesce((
    select json_agg(line)
    from (select ${soldLineColumns} from order_lines l where l.order_id = o.id order by l.position) line
  ), '[]')`,
});

export const listOrdersWithLines = (
  ctx: ReadCtx,
  query: ListQuery & AdminOrderFilter,
): Promise<Page<OrderWithSoldLines>> =>
  readPage(ctx, query, { ...adminOrderSource(query), shape: () => orderWithSoldLines, columns });
