import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest } from "../../../contract/errors.ts";
import { audited } from "../audit/audited.ts";
import { beforeAndAfter, diffRows } from "../audit/changes.ts";
import { currentUserId } from "../../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { maybeOneOf, type RowOf, many } from "../../sql.ts";

const savedView = () => z.object({ id: z.string(), name: z.string(), query: z.string() });
export type SavedView = RowOf<typeof savedView>;

/** Maximum views of a user for one list; a longer menu would be unusable. */
const viewsMax = 20;

export const listSavedViews = (ctx: ReadCtx, list: string): Promise<SavedView[]> =>
  many(
    ctx,
    savedView,
    sql`
    select id, name, query
    from saved_views
    where user_id = ${currentUserId(ctx)} and list = ${list}
    order by lower(name)`,
  );

type NewView = { list: string; name: string; query: string };

/**
 * Saves a view of a list, replacing the one with this name. The user is locked first, so that concurrent calls count
 * each other's views. @throws BadRequest at 20 views
 */
export async function saveView(ctx: Ctx, { list, name, query }: NewView): Promise<SavedView> {
  const { user_id, org_id } = requireUser(ctx);
  const [, result] = await ctx.db.batch([
    sql`select 1 from users where id = ${user_id} for no key update`,
    sql`
    with others as (
      select count(*) as n
      from saved_views
      where user_id = ${user_id} and list = ${list} and lower(name) <> lower(${name})
    ), v as (
      insert into saved_views (user_id, list, name, query)
      select ${user_id}, ${list}, ${name}, ${query} from others where n < ${viewsMax}
      on conflict (user_id, list, lower(name)) do update set name = excluded.name, query = excluded.query
      returning id, name, query, ${beforeAndAfter}
    ), ${audited(ctx, "saveView", "saved_view", "v", { org_id, data: { list }, changes: diffRows() })}
    select id, name, query from v`,
  ]);
  const saved = maybeOneOf(ctx, savedView, result);
  if (saved) return saved;
  const message = `${viewsMax} views of a list can be saved. Remove one first.`;
  throw new BadRequest([{ code: "custom", path: ["name"], message }]);
}

export async function removeView(ctx: Ctx, id: string): Promise<void> {
  const { user_id, org_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with v as (delete from saved_views where id = ${id} and user_id = ${user_id} returning id, ${beforeAndAfter}),
    ${audited(ctx, "removeView", "saved_view", "v", { org_id, changes: diffRows() })}
    select 1 from v`);
}
