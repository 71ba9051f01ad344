import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/**
 * Deletes messages and digest entries 30 days after they were sent. Payloads that still wait for the provider's final
 * report are cleared after one day.
 */
export async function deleteSentMail(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    with cleared as (
      update outbox set payload = '{}', texts = null
      where sent_at between now() - interval '3 days' and now() - interval '1 day' and payload <> '{}'
    ),
    deleted_entries as (
      delete from digest_entries where sent_at < now() - interval '30 days'
    )
    delete from outbox where sent_at < now() - interval '30 days'`);
  return { found: rowCount, processed: rowCount };
}
