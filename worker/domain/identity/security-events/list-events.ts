import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { securityEvent } from "../../../contract/entities/security-event.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { idRow, iso, one } from "../../sql.ts";

export type SecurityEvent = z.output<typeof securityEvent>;

const columns = sql`
  e.id, e.kind, ${iso("e.created_at")} as created_at, e.country, e.city, e.user_agent, e.is_new_browser,
  e.is_new_country, e.data ->> 'old_email' as old_email, e.data ->> 'new_email' as new_email,
  ${iso("e.reported_at")} as reported_at`;

const readEvents = (ctx: ReadCtx, query: ListQuery, user: ReturnType<typeof currentUserId>) =>
  readPage(ctx, query, {
    shape: () => securityEvent,
    columns,
    from: sql`security_events e`,
    where: [sql`e.user_id = ${user}`, sql`e.created_at > now() - interval '90 days'`],
    isOwn: true,
    text: sql`concat_ws(' ', e.city, e.user_agent)`,
    alias: "e",
  });

export const listSecurityEvents = (ctx: ReadCtx, query: ListQuery): Promise<Page<SecurityEvent>> =>
  readEvents(ctx, query, currentUserId(ctx));

/** @throws USR_NOT_FOUND also for another organization's user (O-123) */
export async function listOrgUserSecurityEvents(
  ctx: ReadCtx,
  id: string,
  query: ListQuery,
): Promise<Page<SecurityEvent>> {
  const userId = sql`(select c.id from users c where c.id = ${id} and c.org_id = ${currentOrgId(ctx)})`;
  const [page] = await Promise.all([
    readEvents(ctx, query, userId),
    one(ctx, idRow, sql`select id from users where id = ${id} and org_id = ${currentOrgId(ctx)}`, () =>
      notFound("USR_NOT_FOUND"),
    ),
  ]);
  return page;
}
