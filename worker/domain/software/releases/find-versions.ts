import { sql } from "drizzle-orm";
import type { FindManyInput } from "../../../contract/forms/finding.ts";
import type { ReadCtx } from "../../context.ts";
import { findMany, type FindManyResult } from "../../find-many.ts";
import { escapeLike } from "../../sql.ts";

export type VersionChoices = FindManyResult;

export const findVersions = (ctx: ReadCtx, input: FindManyInput): Promise<VersionChoices> =>
  findMany(ctx, input, (chosen, limit) => {
    const { search_text } = input;
    return sql`
      select v.id, s.title || ' ' || v.version as name, v.id = any(${chosen}) as is_chosen
      from software_versions v join software s on s.id = v.software_id
      where v.id = any(${chosen}) or (
        ${search_text} <> '' and not v.is_deleted and s.kind <> 'dependency'
        and s.title || ' ' || v.version ilike ${`%${escapeLike(search_text)}%`}
      )
      order by is_chosen desc, s.title, v.version_key desc, v.id
      limit ${limit}`;
  });
