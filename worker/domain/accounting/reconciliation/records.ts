import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/** `amount` in signed cents. */
export type ExternalRecord = {
  object_id: string;
  kind: string;
  amount: number;
  currency: string;
  charge_id?: string | null;
  payment_intent?: string | null;
  customer?: string | null;
  external_id?: string | null;
  invoice_id?: string | null;
};

export async function saveRecords(
  ctx: Ctx,
  run: string,
  side: "provider" | "accounting",
  records: ExternalRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await ctx.db.execute(sql`
    insert into book_records (
      side, object_id, kind, amount, currency, charge_id, payment_intent, customer, external_id, invoice_id, run_id
    )
    select distinct on (r.object_id, r.kind)
      ${side}, r.object_id, r.kind, r.amount, r.currency, r.charge_id, r.payment_intent, r.customer, r.external_id,
      r.invoice_id, ${run}::uuid
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(
      object_id text, kind text, amount bigint, currency text, charge_id text, payment_intent text, customer text,
      external_id text, invoice_id uuid
    )
    on conflict (side, object_id, kind) do update set
      amount = excluded.amount,
      currency = excluded.currency,
      charge_id = excluded.charge_id,
      payment_intent = excluded.payment_intent,
      customer = excluded.customer,
      external_id = excluded.external_id,
      invoice_id = excluded.invoice_id,
      subscription_id = null,
      run_id = excluded.run_id`);
}
