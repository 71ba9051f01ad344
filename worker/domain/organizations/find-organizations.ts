import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Sought } from "../../contract/forms/finding.ts";
import type { Ctx } from "../context.ts";
import { containsText } from "../listing.ts";
import { escapeLike, maybeOne, type RowOf, many, uuids } from "../sql.ts";

const foundMax = 20;
const named = () => z.object({ id: z.string(), name: z.string() });
const row = () => z.object({ id: z.string(), name: z.string(), is_found: z.boolean() });
export type OrganizationName = RowOf<typeof named>;

/** What a form offers to choose an organization from; `named` are those whose ids were given. */
export type FoundOrganizations = Sought & {
  found: OrganizationName[];
  has_more: boolean;
  named: OrganizationName[];
};

/**
 * The organizations whose name holds what is wanted, the one that is called so first, at most 20; and the names of the one that is
 * chosen and of `others`. Asks nothing where nothing is wanted. Reads in the round trip of the session.
 */
export async function findOrganizations(
  ctx: Ctx,
  sought: Sought,
  others: readonly string[] = [],
): Promise<FoundOrganizations> {
  const { wanted, chosen } = sought;
  const ids = [...(chosen === undefined ? [] : [chosen]), ...others];
  const parts: SQL[] = [
    ...(ids.length > 0
      ? [sql`select id, name, false as is_found from organizations where id = any(${uuids(ids)})`]
      : []),
    ...(wanted ? [sql`select id, name, true as is_found from (${byName(wanted)}) found`] : []),
  ];
  if (parts.length === 0) return { ...sought, found: [], has_more: false, named: [] };
  const rows = await many(
    ctx,
    row,
    sql`
    select id, name, is_found from (${sql.join(parts, sql` union all `)}) o
    order by lower(btrim(name)) = lower(${wanted}) desc, name, id`,
  );
  const found = rows.filter(({ is_found }) => is_found);
  return {
    ...sought,
    found: found.slice(0, foundMax),
    has_more: found.length > foundMax,
    named: rows.filter(({ is_found }) => !is_found),
  };
}

/** Who is called exactly so is found even where many others have that in their name. */
const byName = (wanted: string): SQL => sql`
  select id, name from organizations where lower(btrim(name)) = lower(${wanted})
  union
  (
    select id, name from organizations o
    where o.name ilike ${`%${escapeLike(wanted)}%`} and ${isShort(wanted) ? containsText(text, wanted) : sql`true`}
    order by name, id
    limit ${foundMax + 1}
  )`;

/** One or two letters make no trigram: the grams of the list's search know which organizations may be meant. */
const isShort = (wanted: string): boolean => [...wanted].length < 3;
const text = { text: sql`o.name`, grams: "organizations_grams", alias: "o" };

type Options = readonly (readonly [id: string, name: string])[];

/** The organization that a list is narrowed to, by its name; none where it is narrowed to none, or to one that is not there. */
export async function nameOrganization(ctx: Ctx, id: string | undefined): Promise<Readonly<Record<string, Options>>> {
  if (id === undefined) return {};
  const found = await maybeOne(ctx, named, sql`select id, name from organizations where id = ${id}`);
  return { org_id: found ? [[found.id, found.name]] : [] };
}
