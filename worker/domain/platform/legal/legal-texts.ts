import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { LegalKind } from "../../../../db/enums.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { nextVersionStart } from "./in-force.ts";
import { sanitize } from "./sanitise.ts";

const legalText = () =>
  z.object({
    version: z.string(),
    title: z.string(),
    html: z.string(),
    valid_from: z.string(),
    is_current: z.boolean(),
    next_from: z.nullable(z.string()),
  });
type LegalText = Omit<RowOf<typeof legalText>, "next_from">;

/** The version in force, or a requested former one. @throws FILE_NOT_FOUND */
export async function getLegalText(ctx: ReadCtx, kind: LegalKind, version?: string): Promise<LegalText> {
  const { next_from, ...row } = await one(
    ctx,
    legalText,
    sql`
    select
      t.version,
      t.title,
      t.html,
      ${iso("t.valid_from")} as valid_from,
      not exists (
        select 1
        from legal_texts newer
        where newer.kind = t.kind and newer.valid_from <= now()
          and (newer.valid_from, newer.created_at, newer.version) > (t.valid_from, t.created_at, t.version)
      ) as is_current,
      ${nextVersionStart(sql`legal_texts n where n.kind = t.kind`)}
    from legal_texts t
    where t.kind = ${kind} and t.valid_from <= now()
      and (${version ?? null}::text is null or t.version = ${version ?? null})
    order by t.valid_from desc, t.created_at desc, t.version desc limit 1`,
    () => notFound("FILE_NOT_FOUND"),
  );
  ctx.changesAt(next_from);
  return { ...row, html: sanitize(row.html) };
}
