import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx, ReadCtx } from "../context.ts";
import { type Page, singlePage } from "../listing.ts";
import { many } from "../sql.ts";
import { isSold } from "./product-rows.ts";

/** Names in alphabetical order, unpaged (O-007). */
async function listNames(ctx: ReadCtx, values: SQL, condition: SQL = isSold): Promise<Page<string>> {
  const rows = await many(
    ctx,
    () => z.object({ value: z.string() }),
    sql`
    select distinct value
    from products p
      cross join lateral ${values}
    where value is not null and ${condition}
    order by value`,
  );
  return singlePage(rows.map((row) => row.value));
}

const categories = sql`(values (p.category)) v(value)`;

export const listCategories = (ctx: Ctx): Promise<Page<string>> => listNames(ctx, categories);

export const listAdminCategories = (ctx: ReadCtx): Promise<Page<string>> => listNames(ctx, categories, sql`true`);

export const listDeviceTags = (ctx: Ctx): Promise<Page<string>> => listNames(ctx, sql`unnest(p.devices) v(value)`);

export const listPlatformTags = (ctx: Ctx): Promise<Page<string>> => listNames(ctx, sql`unnest(p.platforms) v(value)`);

export const listUseCaseTags = (ctx: Ctx): Promise<Page<string>> =>
  listNames(ctx, sql`unnest(p.software_use_cases) v(value)`);
