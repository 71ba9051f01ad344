import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { isOffered, viewerAsRecipient } from "../../offers.ts";
import { iso, type RowOf, many } from "../../sql.ts";

const buildRow = () =>
  z.object({
    name: z.string(),
    title: z.string(),
    version: z.string(),
    published_at: z.string(),
    devices: z.int(),
    is_new: z.boolean(),
  });
export type DeviceBuild = RowOf<typeof buildRow>;

const newsDays = 180;
const newsMax = 5;

/**
 * The highest version of each software that is offered for devices of the viewer's organization, if it is from the last
 * half year, latest first; at most five.
 */
export const listDeviceBuilds = (ctx: ReadCtx): Promise<DeviceBuild[]> => {
  const org_id = currentOrgId(ctx);
  return many(
    ctx,
    buildRow,
    sql`
    with fleet as (
      select product_id, count(*)::int as count
      from devices
      where org_id = ${org_id} and not is_deleted
      group by product_id
    )
    select s.name, s.title, v.version, ${iso("v.published_at")} as published_at, made_for.count as devices,
      not exists (
        select 1 from downloads l where l.org_id = ${org_id} and l.software_id = s.id and l.version_id = v.id
      ) as is_new
    from software s
      cross join lateral (
        select sum(count)::int as count from fleet where product_id = any(s.fits_product_ids)
      ) made_for
      cross join lateral (
        select v.id, v.version, coalesce(v.published_at, v.staged_at) as published_at
        from software_versions v
        where v.software_id = s.id and not v.is_deleted and ${isOffered(viewerAsRecipient(ctx))}
        order by v.version_key desc
        limit 1
      ) v
    where s.kind = 'software'
      and not s.is_deleted
      and made_for.count > 0
      and v.published_at > now() - ${newsDays} * interval '1 day'
    order by v.published_at desc, s.id
    limit ${newsMax}`,
  );
};
