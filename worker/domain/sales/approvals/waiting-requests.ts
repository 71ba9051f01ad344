import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { userName, isWaitingFor } from "./request-rows.ts";

const oldestMax = 3;

const waitingRequests = () =>
  z.object({
    count: z.int(),
    oldest: z.array(
      z.object({
        id: z.string(),
        asked_by: z.string(),
        total: z.number(),
        created_at: z.string(),
        expires_at: z.string(),
      }),
    ),
  });
export type WaitingRequests = RowOf<typeof waitingRequests>;

export const readWaitingRequests = (ctx: ReadCtx): Promise<WaitingRequests> =>
  one(
    ctx,
    waitingRequests,
    sql`
    with r as materialized (
      select r.* from approval_requests r
      where r.org_id = ${currentOrgId(ctx)} and ${isWaitingFor(currentUserId(ctx))}
    )
    select
      (select count(*)::int from r) as count,
      coalesce((
        select json_agg(json_build_object(
          'id', old.id, 'asked_by', coalesce(${userName(sql`old.user_id`)}, ''), 'total', old.total,
          'created_at', ${iso("old.created_at")}, 'expires_at', ${iso("old.expires_at")}
        ) order by old.created_at, old.id)
        from (select * from r order by created_at, id limit ${oldestMax}) old
      ), '[]') as oldest`,
    () => new Error("a select without tables returned no row"),
  );
