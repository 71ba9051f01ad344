import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { claimDue, type JobCounts } from "../../platform/index.ts";
import { idRow, many } from "../../sql.ts";
import { settledAfter } from "./make-shipments.ts";

/**
 * Recovers packages of workers that died during a carrier call. A shipment found by our reference gets its number, to
 * be completed in the order's form (listed by `listUnfinished`); a missing one is released after a day. Until then, and
 * without an answer of the carrier, the package waits for the next run.
 */
export async function retryShipments(ctx: Ctx): Promise<JobCounts> {
  const { fulex: carrier } = ctx.gateways;
  if (!carrier) return { found: 0, processed: 0 };
  const rows = await many(
    ctx,
    idRow,
    claimDue({
      table: "packages",
      isOpen: sql`status = 'asked' and lease_until < now() - interval '10 minutes'`,
      due: ["lease_until"],
      limit: 20,
      returning: sql`id`,
    }),
  );
  let processed = 0;
  for (const { id } of rows) {
    try {
      const number = await carrier.findShipment(id);
      await ctx.db.execute(
        number === undefined
          ? sql`
            delete from packages
            where id = ${id} and status = 'asked' and created_at < now() - ${settledAfter}`
          : sql`
            update packages set
              status = 'made', tracking_id = ${number}, tracking_link = ${carrier.linkOf(number)}, updated_at = now()
            where id = ${id} and status = 'asked'`,
      );
      processed += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      ctx.log({ level: "warn", event: "package", package_id: id, reason });
    }
  }
  return { found: rows.length, processed };
}
