import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { industry } from "../../../contract/entities/industry.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { iso, one, many } from "../../sql.ts";

export type Industry = z.output<typeof industry>;
export const industryRow = () => industry;

export const selectIndustries = (where: SQL): SQL => sql`
  select i.id, i.name,
    (select count(*)::int from organizations o where o.industry = i.name) as organization_count,
    ${iso("i.created_at")} as created_at, ${iso("i.updated_at")} as updated_at
  from industries i
  ${where}
  order by lower(i.name)`;

/** All industries in alphabetical order. */
export const listIndustries = async (ctx: Ctx): Promise<Page<Industry>> =>
  singlePage(await many(ctx, industryRow, selectIndustries(sql``)));

export const getIndustry = (ctx: Ctx, id: string): Promise<Industry> =>
  one(ctx, industryRow, selectIndustries(sql`where i.id = ${id}`), () => notFound("INDUSTRY_NOT_FOUND"));

/** Industry names for a form's options. */
export async function listIndustryNames(ctx: Ctx): Promise<string[]> {
  const rows = await many(
    ctx,
    () => z.object({ name: z.string() }),
    sql`select name from industries order by lower(name)`,
  );
  return rows.map(({ name }) => name);
}
