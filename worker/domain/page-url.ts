import { type SQL, sql } from "drizzle-orm";
import { pageBase } from "../contract/hosts.ts";
import type { PageParams } from "../contract/pages.ts";
import type { Ctx } from "./context.ts";

/**
 * The absolute address of a page as an expression of a statement, for mails that are queued where their rows are written:
 * `pageUrl(ctx, pages.order, { order_id: sql`o.id` })`. The parameters must be ids, which need no escaping; null if one is.
 */
export function pageUrl<const P extends string>(ctx: Ctx, path: P, params: PageParams<P, SQL>): SQL {
  const given = new Map(Object.entries<SQL>(params));
  // every second part is a parameter's name
  const parts = path.split(/:(\w+)/).map((part, at) => (at % 2 === 1 ? given.get(part) : sql`${part}::text`));
  return sql`(${pageBase(ctx.settings, path)}::text || ${sql.join(
    parts.filter((part) => part !== undefined),
    sql` || `,
  )})`;
}
