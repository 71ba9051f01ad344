import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { holdings } from "../../holdings.ts";
import { maybeOne, type RowOf } from "../../sql.ts";

const largestMax = 10;

const holdersRow = () =>
  z.object({
    organizations: z.int(),
    devices: z.int(),
    subscriptions: z.int(),
    purchases: z.int(),
    /** The ten organizations with the most devices, subscriptions and purchases of the product together. */
    largest: z.array(
      z.object({ id: z.string(), name: z.string(), devices: z.int(), subscriptions: z.int(), purchases: z.int() }),
    ),
  });
export type ProductHolders = RowOf<typeof holdersRow>;

export async function getProductHolders(ctx: ReadCtx, product_id: string): Promise<ProductHolders> {
  const row = await maybeOne(
    ctx,
    holdersRow,
    sql`
    with held as (
      select org_id, sum(devices)::int as devices, sum(subscriptions)::int as subscriptions,
        sum(purchases)::int as purchases
      from (${holdings((column) => sql`${column} = ${product_id}`)}) each_one
      group by org_id
    )
    select (select count(*)::int from held) as organizations,
      (select coalesce(sum(devices), 0)::int from held) as devices,
      (select coalesce(sum(subscriptions), 0)::int from held) as subscriptions,
      (select coalesce(sum(purchases), 0)::int from held) as purchases,
      coalesce((
        select json_agg(shown) from (
          select o.id, o.name, held.devices, held.subscriptions, held.purchases
          from held join organizations o on o.id = held.org_id
          order by held.devices + held.subscriptions + held.purchases desc, o.name, o.id
          limit ${largestMax}
        ) shown
      ), '[]') as largest`,
  );
  return row ?? { organizations: 0, devices: 0, subscriptions: 0, purchases: 0, largest: [] };
}
