import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, type RowOf, many } from "../../sql.ts";

const sentPackage = () =>
  z.object({
    id: z.string(),
    tracking_id: z.nullable(z.string()),
    tracking_link: z.nullable(z.string()),
    freight_carrier: z.nullable(z.string()),
    freight_service: z.nullable(z.string()),
    delivered_at: z.nullable(z.string()),
    sent_at: z.string(),
    /** Newest first. */
    events: z.array(z.object({ at: z.string(), what: z.string(), place: z.nullable(z.string()) })),
    lines: z.array(z.object({ line_id: z.string(), quantity: z.int() })),
    serials: z.array(z.object({ line_id: z.string(), serial: z.string() })),
  });
export type SentPackage = RowOf<typeof sentPackage>;

/** Packages that have left, oldest first. */
export const listSentPackages = (ctx: ReadCtx, orderId: string): Promise<SentPackage[]> =>
  many(
    ctx,
    sentPackage,
    sql`
    select k.id, k.tracking_id, k.tracking_link, k.freight_carrier, k.freight_service,
      ${iso("k.delivered_at")} as delivered_at, ${iso("k.created_at")} as sent_at, k.events,
      coalesce((
        select json_agg(json_build_object('line_id', c.line_id, 'quantity', c.quantity) order by c.id)
        from package_lines c where c.package_id = k.id
      ), '[]') as lines,
      coalesce((
        select json_agg(json_build_object('line_id', s.line_id, 'serial', s.serial) order by s.serial)
        from package_serials s where s.package_id = k.id
      ), '[]') as serials
    from packages k
      join orders o on o.id = k.order_id
    where k.order_id = ${orderId} and o.org_id = ${currentOrgId(ctx)} and k.status in ('sent', 'exception', 'delivered')
    order by k.created_at, k.id`,
  );
