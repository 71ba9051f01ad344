import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { isWaiting } from "../../offers.ts";
import { iso, type RowOf, many } from "../../sql.ts";

const linkedPlugin = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    published: z.nullable(z.object({ version: z.string(), at: z.nullable(z.string()) })),
    waiting: z.int(),
  });
export type LinkedPlugin = RowOf<typeof linkedPlugin>;

export const listLinkedPlugins = (ctx: ReadCtx, product_id: string): Promise<LinkedPlugin[]> =>
  many(
    ctx,
    linkedPlugin,
    sql`
    select s.id, s.name, s.title,
      (
        select json_build_object('version', v.version, 'at', ${iso("v.published_at")})
        from software_versions v
        where v.software_id = s.id and v.is_published and not v.is_deleted
        order by v.published_at desc, v.id desc limit 1
      ) as published,
      (
        select count(*)::int from software_versions v
        where v.software_id = s.id and ${isWaiting} and not v.is_deleted
      ) as waiting
    from software s
    where s.product_id = ${product_id} and s.kind = 'plugin' and not s.is_deleted
    order by s.title, s.id`,
  );
