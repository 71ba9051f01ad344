import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { type RowOf, many } from "../../sql.ts";

const unfinishedOrder = () =>
  z.object({ order_id: z.string(), order_number: z.string(), packages: z.int(), unknown: z.int() });
/** `unknown` counts packages for which the carrier did not answer. */
export type UnfinishedOrder = RowOf<typeof unfinishedOrder>;

const ordersMax = 20;

/**
 * Up to 20 orders, oldest first, whose shipping request did not finish: for more than ten minutes, a package has had a
 * shipment or an unanswered request at the carrier, and is not recorded as shipped.
 */
export const listUnfinished = (ctx: ReadCtx): Promise<UnfinishedOrder[]> =>
  many(
    ctx,
    unfinishedOrder,
    sql`
    select
      o.id as order_id, o.order_number,
      count(*) filter (where p.status = 'made')::int as packages,
      count(*) filter (where p.status = 'asked')::int as unknown
    from packages p
      join orders o on o.id = p.order_id
    where p.status in ('asked', 'made') and p.updated_at < now() - interval '10 minutes'
    group by o.id
    order by min(p.updated_at)
    limit ${ordersMax}`,
  );
