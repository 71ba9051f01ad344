import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import {
  adminReceivable,
  adminReceivablesShape,
  ownReceivablesShape,
  receivablesMax,
} from "../../../contract/entities/receivables.ts";
import type * as contract from "../../../contract/v1/admin/receivables.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { shopDay } from "../../shop-days.ts";
import { many, one, type RowOf } from "../../sql.ts";
import { leftToPay } from "../invoices/outstanding.ts";
import { isOwedOnAccount } from "./account-facts.ts";

const ownReceivables = () => z.object(ownReceivablesShape);
export type OwnReceivables = RowOf<typeof ownReceivables>;
const adminReceivables = () => z.object(adminReceivablesShape);
export type AdminReceivables = RowOf<typeof adminReceivables>;

const openInvoicesPart = (where: SQL): SQL => sql`
  open as materialized (
    select i.id, i.org_id, i.reference_id, i.stripe_invoice_no, i.po_number, i.amount, i.due_on,
      ${leftToPay} as remaining, ${shopDay(sql`now()`)} - i.due_on as late
    from invoices i
    where ${where} and ${isOwedOnAccount}
  )`;

const sumWhere = (condition: string): SQL =>
  sql`coalesce(sum(remaining) filter (where ${sql.raw(condition)}), 0)::float`;

const aging = sql`
  ${sumWhere("late <= 0")} as current,
  ${sumWhere("late between 1 and 30")} as days_1_30,
  ${sumWhere("late between 31 and 60")} as days_31_60,
  ${sumWhere("late between 61 and 90")} as days_61_90,
  ${sumWhere("late > 90")} as days_over_90,
  coalesce(sum(remaining), 0)::float as total`;

const invoiceColumns = sql`
  open.id, open.stripe_invoice_no, open.reference_id as order_id,
  (select o.order_number from orders o where o.id = open.reference_id) as order_number,
  open.po_number, open.amount::float as amount, open.remaining::float as remaining,
  open.due_on::text as due_on, greatest(open.late, 0) as days_overdue`;

const invoicesJson = (columns: SQL): SQL => sql`coalesce((
  select json_agg(row)
  from (select ${columns} from open order by open.due_on, open.id limit ${sql.raw(String(receivablesMax))}) row
), '[]') as invoices`;

const organizationColumn = sql`(
  select json_build_object('id', org.id, 'name', org.name) from organizations org where org.id = open.org_id
) as organization`;

const receivable = () => adminReceivable;
export type Receivable = RowOf<typeof receivable>;

/** Lists every open invoice on account, without the limit `receivablesMax`, because files are made of the list. */
export const listReceivables = (
  ctx: ReadCtx,
  of: "own" | InputOf<typeof contract.getAllReceivables>["query"],
): Promise<Receivable[]> =>
  many(
    ctx,
    receivable,
    sql`
    with ${openInvoicesPart(of === "own" ? sql`i.org_id = ${currentOrgId(ctx)}` : matchesFilter(of))}
    select ${invoiceColumns}, ${organizationColumn} from open order by open.due_on, open.id`,
  );

const matchesFilter = ({ org_id }: InputOf<typeof contract.getAllReceivables>["query"]): SQL =>
  org_id === undefined ? sql`true` : sql`i.org_id = ${org_id}`;

export const getReceivables = (ctx: ReadCtx): Promise<OwnReceivables> =>
  one(
    ctx,
    ownReceivables,
    sql`
    with ${openInvoicesPart(sql`i.org_id = ${currentOrgId(ctx)}`)},
    sums as (select ${aging} from open)
    select sums.*, org.payment_terms_days, org.credit_limit::float as credit_limit,
      case
        when org.payment_terms_days is null then 0
        else greatest(coalesce(org.credit_limit, 0) - sums.total, 0)
      end::float as available,
      ${invoicesJson(invoiceColumns)}
    from organizations org, sums
    where org.id = ${currentOrgId(ctx)}`,
    () => new Error("the organization is gone"),
  );

export const getAllReceivables = (
  ctx: ReadCtx,
  query: InputOf<typeof contract.getAllReceivables>["query"],
): Promise<AdminReceivables> =>
  one(
    ctx,
    adminReceivables,
    sql`
    with ${openInvoicesPart(matchesFilter(query))}
    select ${aging},
      coalesce((
        select json_agg(row)
        from (
          select org.id, org.name, org.payment_terms_days, org.credit_limit, sums.*
          from (select org_id, ${aging} from open group by org_id) sums
            join organizations org on org.id = sums.org_id
          order by sums.total desc, org.name
          limit ${sql.raw(String(receivablesMax))}
        ) row
      ), '[]') as organizations,
      ${invoicesJson(sql`${invoiceColumns}, ${organizationColumn}`)}
    from open`,
    () => new Error("an aggregate returned no row"),
  );
