import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { maybeOne, type RowOf } from "../../sql.ts";
import { shopDay } from "../../shop-days.ts";
import { leftToPay } from "../invoices/outstanding.ts";

export const isOwedOnAccount: SQL = sql`(
  i.due_on is not null and i.closed_as is null and i.payment_status in ('pending', 'declined') and not exists (
    select 1 from orders o where i.reference_type = 'order' and o.id = i.reference_id and o.status = 'canceled'
  )
)`;

/** US cents. */
export const owedOnAccount = (orgId: SQL): SQL => sql`(
  select coalesce(sum(${leftToPay}), 0)::bigint from invoices i where i.org_id = ${orgId} and ${isOwedOnAccount}
)`;

const graceDays = sql.raw("14");

export const isLongOverdue = (orgId: SQL): SQL => sql`exists (
  select 1 from invoices i
  where i.org_id = ${orgId} and ${isOwedOnAccount} and i.due_on < ${shopDay(sql`now()`)} - ${graceDays}
)`;

export const hasAccount: SQL = sql`(org.payment_terms_days is not null and org.credit_limit is not null)`;

export const accountFacts = () =>
  z.object({
    payment_terms_days: z.int(),
    /** US cents. */
    credit_limit: z.int(),
    owed: z.int(),
    /** Whether an invoice is more than 14 days past its due day. */
    is_overdue: z.boolean(),
    is_po_number_required: z.boolean(),
  });
export type AccountFacts = RowOf<typeof accountFacts>;

/** Null if the organization may not buy on account. */
export const accountJson = (orgId: SQL): SQL => sql`(
  select json_build_object(
    'payment_terms_days', org.payment_terms_days,
    'credit_limit', org.credit_limit,
    'owed', ${owedOnAccount(sql`org.id`)},
    'is_overdue', ${isLongOverdue(sql`org.id`)},
    'is_po_number_required', org.is_po_number_required
  )
  from organizations org
  where org.id = ${orgId} and ${hasAccount}
)`;

export async function findAccount(ctx: ReadCtx): Promise<AccountFacts | null> {
  const row = await maybeOne(
    ctx,
    () => z.object({ account: z.nullable(accountFacts()) }),
    sql`select ${accountJson(currentOrgId(ctx))} as account`,
  );
  return row?.account ?? null;
}

/** US cents. */
export const availableCredit = ({ credit_limit, owed }: AccountFacts): number => Math.max(credit_limit - owed, 0);
