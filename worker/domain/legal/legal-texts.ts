import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { LegalKind } from "../../../db/enums.ts";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { iso, required, type RowOf } from "../sql.ts";
import { sanitise } from "./sanitise.ts";

const legalText = () =>
  z.object({
    version: z.string(),
    title: z.string(),
    html: z.string(),
    created_at: z.string(),
    is_current: z.boolean(),
  });
type LegalText = RowOf<typeof legalText>;

/** A text of the shop: the version that holds now, or the one that is asked for. Throws FILE_NOT_FOUND. */
export async function getLegalText(ctx: Ctx, kind: LegalKind, version?: string): Promise<LegalText> {
  const row = await required(
    ctx,
    legalText,
    sql`
    select
      t.version,
      t.title,
      t.html,
      ${iso("t.created_at")} as created_at,
      not exists (
        select 1
        from legal_texts newer
        where newer.kind = t.kind and (newer.created_at, newer.version) > (t.created_at, t.version)
      ) as is_current
    from legal_texts t
    where t.kind = ${kind} and (${version ?? null}::text is null or t.version = ${version ?? null})
    order by t.created_at desc, t.version desc limit 1`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { ...row, html: sanitise(row.html) };
}
