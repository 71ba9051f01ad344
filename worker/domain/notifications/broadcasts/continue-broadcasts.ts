import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { notified } from "../notify.ts";
import { maybeOne, idRow, one } from "../../sql.ts";
import { channelsOf, payloadOf } from "./audience.ts";
import { getDraft } from "./get-draft.ts";

/** People who are told by one statement, which must end within two seconds. */
export const partMax = 1000;

/**
 * Tells those who are still to be told of what was sent to many, part by part. Each part is one statement, which notes that
 * they were told, so that whoever is killed loses nothing and tells nobody twice; any number may run at once.
 */
export async function continueBroadcasts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  let told = 0;
  for (let id = await findWaiting(ctx); id !== undefined; id = await findWaiting(ctx)) {
    const count = await tellPart(ctx, id);
    told += count;
    // another one has the rest
    if (count === 0) break;
  }
  if (told > 0) ctx.wakeWorkers();
  return { found: told, processed: told };
}

const findWaiting = async (ctx: Ctx): Promise<string | undefined> =>
  (
    await maybeOne(
      ctx,
      idRow,
      sql`select r.broadcast_id as id from broadcast_recipients r where r.told_at is null limit 1`,
    )
  )?.id;

async function tellPart(ctx: Ctx, id: string): Promise<number> {
  const send = await getDraft(ctx, id);
  const { payload } = payloadOf(send);
  const { told } = await one(
    ctx,
    () => z.object({ told: z.int() }),
    sql`
    with part as (
      select r.id from broadcast_recipients r
      where r.broadcast_id = ${id} and r.told_at is null
      order by r.id limit ${partMax} for update skip locked
    ),
    r as (
      update broadcast_recipients set told_at = now()
      where id in (select id from part) and told_at is null
      returning user_id, email
    ),
    ${notified(
      {
        type: send.type,
        channels: channelsOf(ctx, send),
        recipient: sql`r.email`,
        user_id: sql`r.user_id`,
        payload: sql`${JSON.stringify(payload)}::jsonb
          || jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name)`,
        event: sql`'broadcast:' || ${id}::text`,
      },
      sql`r join users u on u.id = r.user_id`,
    )}
    select count(*)::int as told from r`,
    () => new Error("a count was answered by nothing"),
  );
  return told;
}
