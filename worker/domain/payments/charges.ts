import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { paymentStatuses, subscriptionTerms } from "../../../db/enums.ts";
import { invoice } from "../../contract/entities/invoice.ts";
import { startOfShopDay } from "../shop-days.ts";
import type { RowOf } from "../sql.ts";

export const charge = () =>
  z.object({
    kind: z.enum(["order", "plan"]),
    id: z.string(),
    name: z.string(),
    invoice_id: z.string(),
    invoice_url: z.nullable(z.string()),
    payment_status: z.enum(paymentStatuses),
    /** Total in US cents, with shipping and tax. */
    amount: z.int(),
    shipping: z.int(),
    tax: z.int(),
    lines: invoice.shape.products,
    term: z.nullable(z.enum(subscriptionTerms)),
    po_number: z.nullable(z.string()),
    /** End of the due day of an order on account; null if the charge is paid at once. */
    due_at: z.nullable(z.string()),
  });
export type Charge = RowOf<typeof charge>;

/** Charges of attempt `a` in the order of their payment: the order before the plans. */
export const chargesOfAttempt = sql`coalesce((select json_agg(charge order by charge.kind, charge.id) from (
  select
    'order' as kind, o.id, o.order_number as name, i.id as invoice_id, i.stripe_invoice_url as invoice_url,
    i.payment_status, i.amount, i.shipping, i.tax, i.products as lines, null::text as term, i.po_number,
    to_char(
      (${startOfShopDay(sql`i.due_on + 1`)} - interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
    ) as due_at
  from orders o
    join invoices i on i.reference_type = 'order' and i.reference_id = o.id
  where o.attempt_id = a.id
  union all
  select
    'plan', s.id, p.name, i.id, i.stripe_invoice_url,
    i.payment_status, i.amount, i.shipping, i.tax, i.products, s.interval, i.po_number, null
  from subscriptions s
    join products p on p.id = s.product_id
    join invoices i on i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.billing_reason = 'subscription_create'
  where s.attempt_id = a.id
) charge), '[]')`;

export const isUnpaidCharge = ({ payment_status }: Charge): boolean =>
  payment_status === "pending" || payment_status === "declined";
