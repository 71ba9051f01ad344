import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { waitingWebhook } from "../../../contract/entities/waiting.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { idRow, iso, one } from "../../sql.ts";

export type StoppedWebhook = z.output<typeof waitingWebhook>;
type Filter = { state?: string | undefined };

const columns = selectFields(waitingWebhook.shape, "e", {
  state: sql`case e.status when 'received' then 'waiting' else 'given-up' end`,
  next_at: sql`case e.status when 'received' then ${iso("e.next_at")} end`,
});
const isReceived = sql`e.status = 'received'`;
const isGivenUp = sql`e.status = 'given-up'`;

export const listCallbacks = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<StoppedWebhook>> =>
  readPage(ctx, query, {
    shape: () => waitingWebhook,
    columns,
    from: sql`stripe_events e`,
    where: [
      query.state === "waiting"
        ? isReceived
        : query.state === "given-up"
          ? isGivenUp
          : sql`(${isReceived} or ${isGivenUp})`,
    ],
    text: sql`(e.id || ' ' || e.type || ' ' || e.object_id)`,
    alias: "e",
  });

export const getCallback = (ctx: ReadCtx, id: string): Promise<StoppedWebhook> =>
  one(
    ctx,
    () => waitingWebhook,
    sql`select ${columns} from stripe_events e where e.id = ${id} and (${isReceived} or ${isGivenUp})`,
    () => notFound("CALLBACK_NOT_FOUND"),
  );

export async function retryCallback(ctx: Ctx, id: string): Promise<void> {
  await one(
    ctx,
    idRow,
    sql`
    with retried as (
      update stripe_events set status = 'received', tries = 0, next_at = now(), received_at = now()
      where id = ${id} and status in ('received', 'given-up')
      returning id, type, null::uuid as org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "retryCallback", "callback", "retried", {
      data: sql`jsonb_build_object('type', retried.type)`,
      changes: diffRows(),
    })}
    select id from retried`,
    () => notFound("CALLBACK_NOT_FOUND"),
  );
  ctx.wakeWorkers();
}
