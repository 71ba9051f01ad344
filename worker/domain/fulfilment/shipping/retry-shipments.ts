import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { idRow, many } from "../../sql.ts";

/**
 * Ends what a worker left that died while it asked the carrier: a package that the carrier has by our reference gets its number
 * and is gone on with in the order's form, to which the integrations page leads (`listUnfinished`), one that it does not have is released, so that nobody waits for it. Without an account
 * at the carrier there is none. What the carrier does not answer for waits for the next time.
 */
export async function retryShipments(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { fulex: carrier } = ctx.gateways;
  if (!carrier) return { found: 0, processed: 0 };
  const rows = await many(
    ctx,
    idRow,
    sql`
    update packages set lease_until = now() + interval '60 seconds' where id in (
      select id from packages
      where status = 'asked' and lease_until < now() - interval '10 minutes'
      order by lease_until
      limit 20 for update skip locked
    ) returning id`,
  );
  let processed = 0;
  for (const { id } of rows) {
    try {
      const number = await carrier.findShipment(id);
      await ctx.db.execute(
        number === undefined
          ? sql`delete from packages where id = ${id} and status = 'asked'`
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
