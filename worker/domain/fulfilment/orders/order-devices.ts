import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { many, type RowOf } from "../../sql.ts";

const orderDevice = () => z.object({ id: z.string(), serial: z.string() });
export type OrderDevice = RowOf<typeof orderDevice>;

/** Devices with the serial numbers of an order, if the organization still owns them. */
export const listOrderDevices = (ctx: ReadCtx, orderId: string): Promise<OrderDevice[]> =>
  many(
    ctx,
    orderDevice,
    sql`
    select d.id, each.serial
    from orders o
      join order_lines l on l.order_id = o.id
      cross join lateral unnest(l.serial_number) as each(serial)
      join devices d on upper(d.serial) = upper(each.serial) and not d.is_deleted and d.org_id = o.org_id
    where o.id = ${orderId} and o.org_id = ${currentOrgId(ctx)}`,
  );
