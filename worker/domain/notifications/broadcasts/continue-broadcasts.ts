import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../notify.ts";
import { maybeOne, idRow, one } from "../../sql.ts";
import { allowedChannels, toStoredPayload } from "./audience.ts";
import { getDraft } from "./get-draft.ts";

/** Recipients per statement, which must finish within two seconds. */
export const batchMax = 1000;

/**
 * Notifies the remaining recipients of large broadcasts in batches. Each batch is one statement that also marks its
 * recipients, so that an interrupted worker loses none and notifies none twice; workers may run concurrently.
 */
export async function continueBroadcasts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  let notifiedCount = 0;
  for (let id = await findUnfinishedBroadcast(ctx); id !== undefined; id = await findUnfinishedBroadcast(ctx)) {
    const count = await notifyBatch(ctx, id);
    notifiedCount += count;
    // Another worker has locked the remaining recipients.
    if (count === 0) break;
  }
  if (notifiedCount > 0) ctx.wakeWorkers();
  return { found: notifiedCount, processed: notifiedCount };
}

const findUnfinishedBroadcast = async (ctx: Ctx): Promise<string | undefined> =>
  (
    await maybeOne(
      ctx,
      idRow,
      sql`select r.broadcast_id as id from broadcast_recipients r where r.told_at is null limit 1`,
    )
  )?.id;

async function notifyBatch(ctx: Ctx, id: string): Promise<number> {
  const send = await getDraft(ctx, id);
  const { payload } = toStoredPayload(send);
  const { notified_count } = await one(
    ctx,
    () => z.object({ notified_count: z.int() }),
    sql`
    with part as (
      select r.id from broadcast_recipients r
      where r.broadcast_id = ${id} and r.told_at is null
      order by r.id limit ${batchMax} for update skip locked
    ),
    r as (
      update broadcast_recipients set told_at = now()
      where id in (select id from part) and told_at is null
      returning user_id, email
    ),
    ${notificationParts(
      {
        type: send.type,
        channels: allowedChannels(ctx, send),
        recipient: sql`r.email`,
        user_id: sql`r.user_id`,
        payload: sql`${JSON.stringify(payload)}::jsonb
          || jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name)`,
        event: sql`'broadcast:' || ${id}::text`,
      },
      sql`r join users u on u.id = r.user_id`,
    )}
    select count(*)::int as notified_count from r`,
    () => new Error("a count returned no row"),
  );
  return notified_count;
}
