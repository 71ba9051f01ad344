import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import {
  type ScheduledPrice,
  scheduledPrice,
  scheduledPriceShape,
} from "../../../contract/entities/scheduled-price.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows, scheduleQueueMessage } from "../../platform/index.ts";
import { adminProduct } from "../../../contract/entities/product.ts";
import { type AdminProductQuery, adminProductSource } from "../admin-products.ts";
import { basePriceLevel } from "../price.ts";
import { adminColumns } from "../product-rows.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Page, readPage, singlePage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { codeLiteral, idRow, many, maybeOne, one, type RowOf } from "../../sql.ts";

export type { ScheduledPrice };

/** Maximum scheduled prices of a product, so that they fit on its page. */
const perProductMax = 50;

const columns = selectFields(scheduledPriceShape, "s", {
  price: sql`s.price::float`,
  created_by: sql`(
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
    from users u where u.id = s.created_by
  )`,
});

const productScheduledPrices = sql`coalesce((
    select json_agg(shown order by shown.starts_at, shown.level)
    from (select ${columns} from scheduled_prices s where s.product_id = p.id) shown
  ), '[]')`;

export const listScheduledPricesByProduct = (ctx: ReadCtx, product_id: string): Promise<ScheduledPrice[]> =>
  many(
    ctx,
    () => scheduledPrice,
    sql`
    select ${columns} from scheduled_prices s
    where s.product_id = ${product_id} order by s.starts_at, s.level`,
  );

const pricedProduct = () => z.extend(adminProduct, { scheduled: z.array(scheduledPrice) });
export type PricedProduct = RowOf<typeof pricedProduct>;

export const listPricedProducts = (ctx: ReadCtx, query: AdminProductQuery): Promise<Page<PricedProduct>> =>
  readPage(ctx, query, {
    ...adminProductSource(query),
    shape: pricedProduct,
    columns: sql`${adminColumns}, ${productScheduledPrices} as scheduled`,
  });

const priceList = () => z.object({ prices: z.array(scheduledPrice) });

export async function listScheduledPrices(ctx: ReadCtx, product_id: string): Promise<Page<ScheduledPrice>> {
  const { prices } = await one(
    ctx,
    priceList,
    sql`
    select ${productScheduledPrices} as prices
    from products p where p.id = ${product_id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  return singlePage(prices);
}

type NewScheduledPrice = Pick<ScheduledPrice, "product_id" | "level" | "price" | "starts_at">;
const refusals = ["past", "full"] as const;
const outcomeRow = () =>
  z.object({
    refused: z.nullable(
      z.object({
        product_id: z.string(),
        why: z.custom<Errcode<"unprocessable"> | "PRODUCT_NOT_FOUND" | (typeof refusals)[number]>(),
      }),
    ),
    scheduled: z.array(scheduledPrice),
    is_soon: z.boolean(),
  });
type RefusedPrice = NonNullable<RowOf<typeof outcomeRow>["refused"]>;

/**
 * Schedules prices, all or none; null removes a price at that instant. Manual changes apply until then. Products and
 * levels are locked, so that neither changes between the check and the insert. @throws about the product of the first
 * price refused; BadRequest for a start in the past or too many prices of a product
 */
export async function schedulePrices(ctx: Ctx, prices: readonly NewScheduledPrice[]): Promise<ScheduledPrice[]> {
  const { user_id } = requireUser(ctx);
  const { refused, scheduled, is_soon } = await one(
    ctx,
    outcomeRow,
    sql`
    with requested as materialized (
      select a.* from jsonb_to_recordset(${JSON.stringify(prices.map((price, place) => ({ ...price, place })))}::jsonb)
        as a (place int, product_id uuid, level text, price bigint, starts_at timestamptz)
    ), held as materialized (
      select p.id, p.net_suite_id from products p
      where p.id in (select product_id from requested) order by p.id for no key update
    ), levels as materialized (
      select name from price_levels where name in (select level from requested) order by name for key share
    ), refused as materialized (
      select a.place, a.product_id, case
          when h.id is null then ${codeLiteral("PRODUCT_NOT_FOUND")}
          when h.net_suite_id is not null then ${codeLiteral("PRODUCT_FIELD_SYNCHRONIZED")}
          when a.level not in (select name from levels) then ${codeLiteral("PRODUCT_PRICE_LEVEL_NOT_FOUND")}
          when a.level = ${basePriceLevel} and a.price is null then ${codeLiteral("PRODUCT_BASE_PRICE_NOT_FOUND")}
          when a.starts_at <= now() then 'past'
          when (select count(*) from scheduled_prices s where s.product_id = a.product_id)
            + (select count(*) from requested r where r.product_id = a.product_id) > ${perProductMax} then 'full'
          when exists (
            select 1 from scheduled_prices s
            where s.product_id = a.product_id and s.level = a.level and s.starts_at = a.starts_at
          ) then ${codeLiteral("SCHEDULED_PRICE_EXISTS")}
        end as why
      from requested a left join held h on h.id = a.product_id
    ), s as (
      insert into scheduled_prices (product_id, level, price, starts_at, created_by)
      select product_id, level, price, starts_at, ${user_id} from requested
      where not exists (select 1 from refused where why is not null)
      order by place
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "schedulePrice", "product", "s", {
      org_id: null,
      subject_id: sql`s.product_id`,
      changes: diffRows(),
    })}
    select
      (
        select to_json(refusal) from (
          select product_id, why from refused where why is not null order by place limit 1
        ) refusal
      ) as refused,
      coalesce((select json_agg(shown) from (select ${columns} from s order by s.starts_at, s.level) shown), '[]')
        as scheduled,
      exists (select 1 from s where s.starts_at < now() + interval '15 minutes') as is_soon`,
    () => new Error("a select without tables returned no row"),
  ).catch((error: unknown) => {
    throw violatedConstraint(error) === "scheduled_prices_unique" ? unprocessable("SCHEDULED_PRICE_EXISTS") : error;
  });
  if (refused) refuse(refused);
  // Later prices are left to the job that runs every 15 minutes.
  if (is_soon) await scheduleQueueMessage(ctx);
  return scheduled;
}

export async function schedulePrice(ctx: Ctx, price: NewScheduledPrice): Promise<ScheduledPrice> {
  const [scheduled] = await schedulePrices(ctx, [price]);
  if (!scheduled) throw new Error("an insert returned no row");
  return scheduled;
}

function refuse({ product_id, why }: RefusedPrice): never {
  if (why === "past" || why === "full") {
    const message =
      why === "past"
        ? "A scheduled price starts in the future."
        : `At most ${perProductMax} scheduled prices are allowed for a product.`;
    throw new BadRequest([{ code: "custom", path: ["starts_at"], message }]);
  }
  throw (why === "PRODUCT_NOT_FOUND" ? notFound(why) : unprocessable(why)).about(product_id);
}

/** @throws SCHEDULED_PRICE_NOT_FOUND also for a price that was already applied */
export async function deleteScheduledPrice(ctx: Ctx, product_id: string, id: string): Promise<void> {
  const deletedRow = await maybeOne(
    ctx,
    idRow,
    sql`
    with s as (
      delete from scheduled_prices where id = ${id} and product_id = ${product_id}
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "deleteScheduledPrice", "product", "s", {
      org_id: null,
      subject_id: sql`s.product_id`,
      changes: diffRows(),
    })}
    select id from s`,
  );
  if (!deletedRow) throw notFound("SCHEDULED_PRICE_NOT_FOUND");
}
