import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindInput } from "../../contract/forms/finding.ts";
import type { ReadCtx } from "../context.ts";
import { containsText } from "../listing.ts";
import { escapeLike, maybeOne, type RowOf, many, uuids } from "../sql.ts";

const resultsMax = 20;
const nameRow = () => z.object({ id: z.string(), name: z.string() });
const row = () => z.object({ id: z.string(), name: z.string(), is_found: z.boolean() });
export type OrganizationName = RowOf<typeof nameRow>;

export type OrganizationChoices = FindInput & {
  found: OrganizationName[];
  has_more: boolean;
  named: OrganizationName[];
};

/** An exact match of the name comes first; `named` has the chosen organization and those of `otherIds`. */
export async function findOrganizations(
  ctx: ReadCtx,
  input: FindInput,
  otherIds: readonly string[] = [],
): Promise<OrganizationChoices> {
  const { search_text, chosen } = input;
  const ids = [...(chosen === undefined ? [] : [chosen]), ...otherIds];
  const parts: SQL[] = [
    ...(ids.length > 0
      ? [sql`select id, name, false as is_found from organizations where id = any(${uuids(ids)})`]
      : []),
    ...(search_text ? [sql`select id, name, true as is_found from (${selectByName(search_text)}) found`] : []),
  ];
  if (parts.length === 0) return { ...input, found: [], has_more: false, named: [] };
  const rows = await many(
    ctx,
    row,
    sql`
    select id, name, is_found from (${sql.join(parts, sql` union all `)}) o
    order by lower(btrim(name)) = lower(${search_text}) desc, name, id`,
  );
  const found = rows.filter(({ is_found }) => is_found);
  return {
    ...input,
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_found }) => !is_found),
  };
}

/** An exact match is included even if many other names contain the text. */
const selectByName = (search_text: string): SQL => sql`
  select id, name from organizations where lower(btrim(name)) = lower(${search_text})
  union
  (
    select id, name from organizations o
    where o.name ilike ${`%${escapeLike(search_text)}%`}
      and ${isShort(search_text) ? containsText(nameSearch, search_text) : sql`true`}
    order by name, id
    limit ${resultsMax + 1}
  )`;

/** One or two letters contain no trigram, so the gram index narrows the candidates. */
const isShort = (search_text: string): boolean => [...search_text].length < 3;
const nameSearch = { text: sql`o.name`, grams: "organizations_grams", alias: "o" };

type Options = readonly (readonly [id: string, name: string])[];

export async function findOrganizationOption(
  ctx: ReadCtx,
  id: string | undefined,
): Promise<Readonly<Record<string, Options>>> {
  if (id === undefined) return {};
  const found = await maybeOne(ctx, nameRow, sql`select id, name from organizations where id = ${id}`);
  return { org_id: found ? [[found.id, found.name]] : [] };
}
