import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { TaskPage } from "../../platform/index.ts";
import { buildBridge } from "./bridge.ts";
import { toTaskPage, type RunCursor } from "./steps.ts";

/** Stale records deleted per run; the rest is left to the next. */
const deletedMax = 20_000;

export async function finishRun(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const { run, sums, has_accounting } = cursor;
  const totals = (["paid", "refunded", "disputed"] as const).map((line) => {
    const total = {
      line,
      orders: line === "paid" ? sums.paid.orders : null,
      ledger: sums[line].ledger,
      provider: sums[line].provider,
      accounting: has_accounting && line !== "disputed" ? sums[line].accounting : null,
    };
    return { ...total, bridge: buildBridge(cursor, total) };
  });
  await ctx.db.execute(sql`
    update book_differences d set closed_at = now(), closed_by = null, note = 'The records agree again.'
    where d.closed_at is null and d.last_seen_run <> ${run}
      and (${has_accounting} or not (
        d.kind in ('missing_in_accounting', 'refund_not_exported', 'orphan_record')
        or (d.kind = 'amount_differs' and d.reference_type in (
          'invoice', 'sales_order', 'credit_memo', 'customer_payment', 'customer_refund'
        ))
      ))`);
  await ctx.db.execute(sql`
    delete from book_records
    where ctid = any(array(
      select ctid
      from book_records
      where run_id <> ${run} and (side = 'provider' or ${has_accounting})
      limit ${deletedMax}
    ))`);
  await ctx.db.execute(sql`
    insert into book_runs as b (run_id, totals, open_differences)
    select
      t.run_id, ${JSON.stringify(totals)}::jsonb,
      (select count(*) from book_differences where closed_at is null)
    from tasks t
    where t.name = 'books' and t.run_id is not null
    on conflict (run_id) do update set totals = excluded.totals, open_differences = excluded.open_differences`);
  return toTaskPage(null, 0);
}
