import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx } from "../../context.ts";
import { iso, one } from "../../sql.ts";

const headRow = () => z.object({ seq: z.string(), hash: z.string(), at: z.string() });

/**
 * Records the end of the audit log's hash chain outside the database: as a log line, and each hour as an object in the
 * bucket. `npm run audit:verify` then detects any later rewrite of the chain, including its end.
 */
export async function anchorAudit(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const anchor = await one(
    ctx,
    headRow,
    sql`select seq::text as seq, hash, ${iso("now()")} as at from audit_head`,
    () => new Error("the audit log has no head"),
  );
  ctx.log({ level: "info", event: "audit-anchor", ...anchor });
  const content = new TextEncoder().encode(`${JSON.stringify(anchor)}\n`);
  try {
    // One object per hour, which ops/audit/anchors.ts finds by its name alone.
    await ctx.gateways.files.saveFile(`audit/anchors/${anchor.at.slice(0, 13)}.json`, content);
    return { found: 1, processed: 1 };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "audit-anchor", reason: error.message });
    return { found: 1, processed: 0 };
  }
}
