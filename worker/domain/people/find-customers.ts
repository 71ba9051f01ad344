import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindInput } from "../../contract/forms/finding.ts";
import type { ReadCtx } from "../context.ts";
import { containsText } from "../listing.ts";
import { hasPermission } from "../permissions.ts";
import { escapeLike, many, type RowOf } from "../sql.ts";

const resultsMax = 20;
const row = () => z.object({ id: z.string(), name: z.string(), why: z.string(), is_chosen: z.boolean() });
type Customer = RowOf<typeof row>;

export type CustomerChoices = FindInput & { found: Customer[]; has_more: boolean; named: Customer[] };

const customerSearch = {
  text: sql`(u.email || ' ' || u.first_name || ' ' || u.last_name)`,
  grams: "users_grams",
  alias: "u",
};

/** The chosen user is returned only if they may still buy. */
export async function findCustomers(ctx: ReadCtx, input: FindInput): Promise<CustomerChoices> {
  const { search_text, chosen = null } = input;
  if (search_text === "" && chosen === null) return { ...input, found: [], has_more: false, named: [] };
  const pattern = `%${escapeLike(search_text)}%`;
  const rows = await many(
    ctx,
    row,
    sql`
    select id, name, why, is_chosen
    from (
      select u.id, btrim(u.first_name || ' ' || u.last_name) || ', ' || o.name as name, u.email as why,
        coalesce(u.id = ${chosen}::uuid, false) as is_chosen
      from users u join organizations o on o.id = u.org_id
      where u.is_active and ${hasPermission("u.roles", "buy")} and (
        u.id = ${chosen}::uuid
        or (${search_text} <> '' and u.id in (
          select u.id from users u where ${containsText(customerSearch, search_text)}
          union
          select member.id from organizations g join users member on member.org_id = g.id where g.name ilike ${pattern}
        ))
      )
    ) named
    order by is_chosen desc, name, id
    limit ${resultsMax + 2}`,
  );
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    ...input,
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}
