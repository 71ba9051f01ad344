import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { industry, industryShape } from "../../../contract/entities/industry.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { one, many } from "../../sql.ts";

export type Industry = z.output<typeof industry>;
export const industryRow = () => industry;

const columns = selectFields(industryShape, "i", {
  organization_count: sql`(select count(*)::int from organizations o where o.industry = i.name)`,
});

export const selectIndustries = (where: SQL): SQL => sql`
  select ${columns}
  from industries i
  ${where}
  order by lower(i.name)`;

export const listIndustries = async (ctx: ReadCtx): Promise<Page<Industry>> =>
  singlePage(await many(ctx, industryRow, selectIndustries(sql``)));

export const industryNotFound = () => notFound("INDUSTRY_NOT_FOUND");

export const getIndustry = (ctx: ReadCtx, id: string): Promise<Industry> =>
  one(ctx, industryRow, selectIndustries(sql`where i.id = ${id}`), industryNotFound);

export async function listIndustryNames(ctx: ReadCtx): Promise<string[]> {
  const rows = await many(
    ctx,
    () => z.object({ name: z.string() }),
    sql`select name from industries order by lower(name)`,
  );
  return rows.map(({ name }) => name);
}
