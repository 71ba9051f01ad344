import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { FindManyInput } from "../../../contract/forms/finding.ts";
import type { ReadCtx } from "../../context.ts";
import { escapeLike, many, uuids } from "../../sql.ts";

const resultsMax = 20;
const row = () => z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() });
type VersionName = { id: string; name: string };

export type VersionChoices = FindManyInput & { found: VersionName[]; has_more: boolean; named: VersionName[] };

/** Versions whose software's title and number contain the text, newest first, and the chosen ones. */
export async function findVersions(ctx: ReadCtx, input: FindManyInput): Promise<VersionChoices> {
  const { search_text, chosen } = input;
  if (search_text === "" && chosen.length === 0) return { ...input, found: [], has_more: false, named: [] };
  const rows = await many(
    ctx,
    row,
    sql`
    select v.id, s.title || ' ' || v.version as name, v.id = any(${uuids(chosen)}) as is_chosen
    from software_versions v join software s on s.id = v.software_id
    where v.id = any(${uuids(chosen)}) or (
      ${search_text} <> '' and not v.is_deleted and s.kind <> 'dependency'
      and s.title || ' ' || v.version ilike ${`%${escapeLike(search_text)}%`}
    )
    order by is_chosen desc, s.title, v.version_key desc, v.id
    limit ${chosen.length + resultsMax + 1}`,
  );
  const found = rows.filter(({ is_chosen }) => !is_chosen);
  return {
    ...input,
    found: found.slice(0, resultsMax),
    has_more: found.length > resultsMax,
    named: rows.filter(({ is_chosen }) => is_chosen),
  };
}
