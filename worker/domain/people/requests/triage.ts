import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";
import { type AccountRequestDetails, findRequest } from "./get-request.ts";

const waitingRequest = () =>
  z.object({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    org_name: z.string(),
    created_at: z.string(),
  });

const queueRow = () => z.object({ older: z.int(), rows: z.array(waitingRequest()) });
/** Oldest first; `older` counts requests before the first row. */
export type Queue = RowOf<typeof queueRow>;
export type Triage = { at_hand: AccountRequestDetails | undefined; queue: Queue };

/** Selects the current request: by id, or the oldest waiting one after `after`, otherwise the oldest waiting one. */
type RequestSelector = { id: string } | { after: string | undefined };

const olderRowsMax = 3;
const newerRowsMax = 30;

export async function readTriage(ctx: ReadCtx, selector: RequestSelector): Promise<Triage> {
  const isAtHand = "id" in selector ? sql`r.id = ${selector.id}` : isNext(selector.after);
  const [at_hand, requestQueue] = await Promise.all([findRequest(ctx, isAtHand), readQueue(ctx, isAtHand)]);
  return { at_hand, queue: requestQueue ?? { older: 0, rows: [] } };
}

const isNext = (after: string | undefined): SQL => sql`
  r.id = coalesce(
    (
      select w.id
      from account_requests w, account_requests past
      where past.id = ${after ?? null} and w.status = 'pending' and (w.created_at, w.id) > (past.created_at, past.id)
      order by w.created_at, w.id
      limit 1
    ),
    (select w.id from account_requests w where w.status = 'pending' order by w.created_at, w.id limit 1)
  )`;

const readQueue = (ctx: ReadCtx, isAtHand: SQL): Promise<Queue | undefined> =>
  maybeOne(
    ctx,
    queueRow,
    sql`
    with here as materialized (select r.created_at, r.id from account_requests r where ${isAtHand}),
    before as (
      select w.* from account_requests w, here
      where w.status = 'pending' and (w.created_at, w.id) < (here.created_at, here.id)
      order by w.created_at desc, w.id desc limit ${olderRowsMax}
    ), behind as (
      select w.* from account_requests w, here
      where w.status = 'pending' and (w.created_at, w.id) >= (here.created_at, here.id)
      order by w.created_at, w.id limit ${newerRowsMax}
    )
    select
      (
        select count(*) from account_requests w, here
        where w.status = 'pending' and (w.created_at, w.id) < (here.created_at, here.id)
      )::int - (select count(*) from before)::int as older,
      coalesce((
        select json_agg(json_build_object('id', w.id, 'first_name', w.first_name, 'last_name', w.last_name,
          'org_name', w.org_name, 'created_at', ${iso("w.created_at")}) order by w.created_at, w.id)
        from (select * from before union all select * from behind) w
      ), '[]') as rows`,
  );
