import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/invoices.ts";
import type { Ctx } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { codeLiteral, many, uuids } from "../../sql.ts";
import { reminderMails } from "./reminder-mails.ts";

const refusals = [
  "INVOICE_ALREADY_PAID",
  "INVOICE_CLOSED",
  "INVOICE_PAYMENT_UNDER_WAY",
  "INVOICE_REMINDED",
  "INVOICE_WITHOUT_RECIPIENT",
] as const;

const reminderResult = () =>
  z.object({ invoice_id: z.string(), errcode: z.nullable(z.enum([...refusals, "INVOICE_NOT_FOUND"])) });

export async function remindInvoice(ctx: Ctx, id: string): Promise<void> {
  const [result] = await queueReminders(ctx, [id]);
  const errcode = result?.errcode ?? null;
  if (errcode === "INVOICE_NOT_FOUND") throw notFound(errcode);
  if (errcode !== null) throw unprocessable(errcode);
}

type Result = { invoice_id: string; outcome: "done" | "pending" | "refused"; message: string | null };

export async function remindInvoices(
  ctx: Ctx,
  { invoice_ids }: InputOf<typeof contract.remindInvoices>["body"],
): Promise<{ results: Result[] }> {
  const rows = await queueReminders(ctx, [...new Set(invoice_ids)]);
  return {
    results: rows.map(({ invoice_id, errcode }) => {
      if (errcode === null) return { invoice_id, outcome: "done", message: null };
      const { message } = errcode === "INVOICE_NOT_FOUND" ? notFound(errcode) : unprocessable(errcode);
      return { invoice_id, outcome: "refused", message };
    }),
  };
}

/** Repeated clicks, also of two administrators, send one mail within an hour. */
const isDue = sql`(reminder_sent_at is null or reminder_sent_at < now() - interval '1 hour')`;

async function queueReminders(ctx: Ctx, ids: string[]) {
  const rows = await many(
    ctx,
    reminderResult,
    sql`
    with facts as (
      select i.id,
        case
          when i.payment_status not in ('pending', 'declined') then ${codeLiteral("INVOICE_ALREADY_PAID")}
          when i.closed_as is not null or o.status = 'canceled' or s.status in ('incomplete_expired', 'canceled')
            then ${codeLiteral("INVOICE_CLOSED")}
          when i.is_processing or exists (
            select 1
            from checkout_attempts a
            where a.status in ('claimed', 'pending') and a.id = coalesce(o.attempt_id, s.attempt_id)
          ) then ${codeLiteral("INVOICE_PAYMENT_UNDER_WAY")}
          when org.billing_email is null and not exists (
            select 1 from users person
            where person.id = coalesce(o.user_id, s.user_id) and person.is_active and person.org_id = i.org_id
          ) then ${codeLiteral("INVOICE_WITHOUT_RECIPIENT")}
        end as errcode
      from invoices i
        join organizations org on org.id = i.org_id
        left join orders o on i.reference_type = 'order' and o.id = i.reference_id
        left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
      where i.id = any(${uuids(ids)})
    ),
    locked as (
      select i.id from invoices i join facts on facts.id = i.id and facts.errcode is null order by i.id for update of i
    ),
    u as (
      update invoices set reminder_sent_at = now()
      where id in (select id from locked) and ${isDue}
      returning *
    ),
    ${reminderMails(ctx)},
    ${audited(ctx, "remindInvoice", "invoice", "u")}
    select requested.id as invoice_id,
      case
        when facts.id is null then ${codeLiteral("INVOICE_NOT_FOUND")}
        when facts.errcode is null and u.id is null then ${codeLiteral("INVOICE_REMINDED")}
        else facts.errcode
      end as errcode
    from unnest(${uuids(ids)}) with ordinality as requested(id, place)
      left join facts on facts.id = requested.id
      left join u on u.id = requested.id
    order by requested.place`,
  );
  ctx.wakeWorkers();
  return rows;
}
