import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { one } from "../../sql.ts";
import { audited, beforeAndAfter, diffRows, type JobCounts, scheduleQueueMessage } from "../../platform/index.ts";
import { publicationBlockers } from "./change-products.ts";

const publicationPlan = () =>
  z.object({
    state: z.enum(["missing", "published", "archived", "past", "open"]),
    is_soon: z.boolean(),
  });

/** Sets the instant at which a product is published, which must be in the future; null removes it. */
export async function planProductPublication(ctx: Ctx, product_id: string, publish_at: string | null): Promise<void> {
  const { state, is_soon } = await one(
    ctx,
    publicationPlan,
    sql`
    with held as materialized (
      select id, case
          when is_published then 'published'
          when is_archived then 'archived'
          when ${publish_at}::timestamptz <= now() then 'past'
          else 'open'
        end as state
      from products where id = ${product_id} for no key update
    ), p as (
      update products set publish_at = ${publish_at}, updated_at = now()
      where id = (select id from held where state = 'open') and publish_at is distinct from ${publish_at}::timestamptz
      returning id, publish_at, ${beforeAndAfter}
    ), ${audited(ctx, "planProductPublication", "product", "p", { org_id: null, changes: diffRows() })}
    select coalesce((select state from held), 'missing') as state,
      exists (select 1 from p where publish_at < now() + interval '15 minutes') as is_soon`,
    () => new Error("a select without tables returned no row"),
  );
  if (state === "missing") throw notFound("PRODUCT_NOT_FOUND");
  if (state === "published") throw unprocessable("PRODUCT_ALREADY_PUBLISHED");
  if (state === "archived") throw unprocessable("PRODUCT_ALREADY_ARCHIVED");
  if (state === "past") {
    throw new BadRequest([{ code: "custom", path: ["publish_at"], message: "A publication starts in the future." }]);
  }
  // Later dates are left to the job that runs every 15 minutes.
  if (is_soon) await scheduleQueueMessage(ctx);
}

const countsRow = () => z.object({ due: z.int(), published: z.int() });

/**
 * Publishes products whose date has come. A blocked product keeps its date and is published once nothing blocks it.
 * Concurrent workers publish each product once.
 */
export async function publishPlannedProducts(ctx: Ctx): Promise<JobCounts> {
  const { due, published } = await one(
    ctx,
    countsRow,
    sql`
    with next as (
      select id from products where publish_at <= now() and not is_archived order by publish_at, id limit 500
    ), due as materialized (
      -- every writer of products locks them in the order of their ids
      select id, ${publicationBlockers()} = '{}' as is_ready from products
      where id in (select id from next) and publish_at <= now() and not is_archived
      order by id for update
    ), p as (
      update products set is_published = true, publish_at = null, updated_at = now()
      where id in (select id from due where is_ready)
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "publishPlannedProducts", "product", "p", { org_id: null, changes: diffRows() })}
    select (select count(*)::int from due) as due, (select count(*)::int from p) as published`,
    () => new Error("a count returned no row"),
  );
  if (published > 0) ctx.changed.add("product");
  return { found: due, processed: published };
}
