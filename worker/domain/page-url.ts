import { type SQL, sql } from "drizzle-orm";
import { pageBase } from "../contract/hosts.ts";
import type { PageParams } from "../contract/pages.ts";
import type { Ctx } from "./context.ts";

/**
 * The absolute URL of a page as an SQL expression, for mails that are queued in the statement that writes their rows:
 * `pageUrl(ctx, pages.order, { order_id: sql`o.id` })`. The parameters must need no escaping, such as ids and the names
 * of software; a null parameter gives null.
 */
export function pageUrl<const P extends string>(ctx: Ctx, path: P, params: PageParams<P, SQL>): SQL {
  const values = new Map(Object.entries<SQL>(params));
  // Odd elements are parameter names.
  const parts = path.split(/:(\w+)/).map((part, index) => (index % 2 === 1 ? values.get(part) : sql`${part}::text`));
  return sql`(${pageBase(ctx.settings, path)}::text || ${sql.join(
    parts.filter((part) => part !== undefined),
    sql` || `,
  )})`;
}
