import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { order } from "../../../contract/entities/order.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/client/orders.ts";
import { forbidden, notFound, unprocessable } from "../../../contract/errors.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { hasPermission } from "../../permissions.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Order, orderColumns } from "../../fulfilment/index.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { maybeOne, one } from "../../sql.ts";

type Change = InputOf<typeof contract.updateOrder>["body"];

/**
 * The PO number and the note can change while accounting does not have the invoice and no open attempt may repeat a
 * provider call, which must send the same PO number under its idempotency key.
 */
const isOpen = sql`(i.net_suite_id is null and not exists (
  select 1 from checkout_attempts a where a.id = o.attempt_id and a.status in ('claimed', 'pending')
))`;

const mayChange = (ctx: ReadCtx) => sql`(o.user_id = ${currentUserId(ctx)} or exists (
  select 1 from users u where u.id = ${currentUserId(ctx)} and ${hasPermission("u.roles", "manage_organization")}
))`;

/**
 * An empty field clears its value; an omitted one keeps it. The provider's copy of the invoice is finalized and does
 * not change.
 */
export async function updateOrder(ctx: Ctx, orderId: string, change: Change): Promise<Order> {
  const { org_id } = requireUser(ctx);
  const newValue = (field: "po_number" | "note", current: SQL) =>
    change[field] === undefined ? current : sql`nullif(${change[field]}::text, '')`;
  const assignments = sql`
    po_number = ${newValue("po_number", sql`held.po_number`)},
    note = ${newValue("note", sql`held.note`)},
    updated_at = now()`;
  const row = await maybeOne(
    ctx,
    () => order,
    sql`
    with held as materialized (
      select o.id, o.po_number, o.note, i.id as invoice_id
      from orders o join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      where o.id = ${orderId} and o.org_id = ${org_id} and ${isOpen} and ${mayChange(ctx)}
      -- in the order of recordPayment, which prevents deadlocks
      for update of i, o
    ),
    invoice as (update invoices set ${assignments} from held where invoices.id = held.invoice_id),
    o as (
      update orders set ${assignments} from held where orders.id = held.id returning orders.*, ${beforeAndAfter}
    ),
    ${audited(ctx, "updateOrder", "order", "o", { changes: diffRows() })}
    select ${orderColumns} from o`,
  );
  if (row) return row;
  const orderAccess = await one(
    ctx,
    () => z.object({ is_own: z.boolean(), may_change: z.boolean() }),
    sql`
    select o.org_id = ${org_id} as is_own, ${mayChange(ctx)} as may_change from orders o where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  if (!orderAccess.is_own) throw forbidden("ORDER_ACCESS_DENIED");
  throw orderAccess.may_change ? unprocessable("ORDER_REFERENCE_FIXED") : forbidden("ORDER_REFERENCE_DENIED");
}

const referenceRow = () => z.object({ can_change: z.boolean() });

export const canUpdateOrder = async (ctx: ReadCtx, orderId: string): Promise<boolean> =>
  (
    await maybeOne(
      ctx,
      referenceRow,
      sql`
      select ${isOpen} and ${mayChange(ctx)} as can_change
      from orders o join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      where o.id = ${orderId} and o.org_id = ${currentOrgId(ctx)}`,
    )
  )?.can_change ?? false;
