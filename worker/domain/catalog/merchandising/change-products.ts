import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Errcode, notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import { basePriceLevel } from "../price.ts";
import type { Ctx } from "../../context.ts";
import { exists, one, type RowOf, many, uuids } from "../../sql.ts";

const plugins = sql`software s where s.product_id = products.id and s.kind = 'plugin' and not s.is_deleted`;
/** Nothing says of a product that it is a plugin but its format, as "Plugin, licence by organization". */
const isPlugin = sql`type = 'software' and coalesce(format, '') ~* '^\\s*plugin\\y'`;
const isLinked = sql`exists (select 1 from ${plugins})`;
/** Every plugin that comes with it, also with a plan, has a version that can be had. */
const isDeliverable = sql`not exists (select 1 from ${plugins} and not exists (
  select 1 from software_versions v where v.software_id = s.id and v.is_published and not v.is_deleted
))`;

type Obstacle = Errcode<"unprocessable">;
type Transition = {
  set: SQL;
  /** What stands in its way, in the order in which it is told: the errcode, and when it holds of a row of `products`. */
  obstacles: readonly (readonly [Obstacle, SQL])[];
};
const isArchived = ["PRODUCT_ALREADY_ARCHIVED", sql`is_archived`] as const;

/** What can be done with a product, and when it cannot (O-088). */
const transitions = {
  publishProduct: {
    set: sql`is_published = true`,
    obstacles: [
      isArchived,
      ["PRODUCT_ALREADY_PUBLISHED", sql`is_published`],
      ["PRODUCT_AUTHOR_REQUIRED", sql`type = 'software' and coalesce(btrim(author), '') = ''`],
      ["PRODUCT_BASE_PRICE_NOT_FOUND", sql`not price_levels ? ${basePriceLevel}`],
      ["SOFTWARE_PLUGIN_NOT_LINKED", sql`${isPlugin} and not ${isLinked}`],
      ["SOFTWARE_PLUGIN_NOT_PUBLISHED", sql`not ${isDeliverable}`],
    ],
  },
  unpublishProduct: {
    set: sql`is_published = false`,
    obstacles: [isArchived, ["PRODUCT_ALREADY_UNPUBLISHED", sql`not is_published`]],
  },
  archiveProduct: { set: sql`is_archived = true`, obstacles: [isArchived] },
  unarchiveProduct: { set: sql`is_archived = false`, obstacles: [["PRODUCT_NOT_ARCHIVED", sql`not is_archived`]] },
} as const satisfies Record<string, Transition>;
export type ProductAction = keyof typeof transitions;

const obstaclesOf = ({ obstacles }: Transition): SQL =>
  sql`array_remove(array[${sql.join(
    obstacles.map(([errcode, holds]) => sql`case when ${holds} then ${errcode} end`),
    sql`, `,
  )}]::text[], null)`;

const obstaclesRow = () => z.object({ id: z.string(), obstacles: z.array(z.custom<Obstacle>()) });
const allObstacles = () => {
  const each = z.array(z.custom<Obstacle>());
  return z.object({ publishProduct: each, unpublishProduct: each, archiveProduct: each, unarchiveProduct: each });
};
/** What stands in the way of each action: nothing where it can be done. */
export type ProductObstacles = RowOf<typeof allObstacles>;

/** For a page that offers only what is possible now and says why the rest is not. Throws PRODUCT_NOT_FOUND. */
export const listProductObstacles = (ctx: Ctx, id: string): Promise<ProductObstacles> =>
  one(
    ctx,
    allObstacles,
    sql`
    select to_json(${obstaclesOf(transitions.publishProduct)}) as "publishProduct",
      to_json(${obstaclesOf(transitions.unpublishProduct)}) as "unpublishProduct",
      to_json(${obstaclesOf(transitions.archiveProduct)}) as "archiveProduct",
      to_json(${obstaclesOf(transitions.unarchiveProduct)}) as "unarchiveProduct"
    from products where id = ${id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );

/**
 * Does one thing with products, with all or with none, by one conditional transition, so that two administrators cannot both
 * succeed (T11). Throws PRODUCT_NOT_FOUND and the action's errcodes, about the first product that cannot.
 */
async function changeAll(ctx: Ctx, ids: readonly string[], action: ProductAction): Promise<void> {
  const transition = transitions[action];
  const asked = [...new Set(ids)];
  const isDone = await exists(
    ctx,
    sql`
    with held as (
      select id from products
      where id = any(${uuids(asked)}) and ${obstaclesOf(transition)} = '{}'
      order by id for update
    ), p as (
      update products set ${transition.set}, updated_at = now()
      where id in (select id from held) and (select count(*) from held) = ${asked.length}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, action, "product", "p", { org_id: null, changes: changesOf() })}
    select 1 from p`,
  );
  if (!isDone) await refuse(ctx, asked, action);
}

const settled = {
  publishProduct: "PRODUCT_ALREADY_PUBLISHED",
  unpublishProduct: "PRODUCT_ALREADY_UNPUBLISHED",
  archiveProduct: "PRODUCT_ALREADY_ARCHIVED",
  unarchiveProduct: "PRODUCT_NOT_ARCHIVED",
} as const satisfies Record<ProductAction, Obstacle>;

/** Reads again, because whoever was first has changed what the statement saw. */
async function refuse(ctx: Ctx, ids: string[], action: ProductAction): Promise<never> {
  const found = await many(
    ctx,
    obstaclesRow,
    sql`
    select id, to_json(${obstaclesOf(transitions[action])}) as obstacles
    from products where id = any(${uuids(ids)})`,
  );
  const obstacles = new Map(found.map((row) => [row.id, row.obstacles]));
  for (const id of ids) {
    const [errcode] = obstacles.get(id) ?? ["PRODUCT_NOT_FOUND"];
    if (errcode === "PRODUCT_NOT_FOUND") throw notFound(errcode).about(id);
    if (errcode !== undefined) throw unprocessable(errcode).about(id);
  }
  // done by somebody else and undone since
  throw unprocessable(settled[action]);
}

/**
 * Shows a product in the store (O-088). Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_PUBLISHED, PRODUCT_ALREADY_ARCHIVED,
 * PRODUCT_AUTHOR_REQUIRED, PRODUCT_BASE_PRICE_NOT_FOUND, SOFTWARE_PLUGIN_NOT_LINKED, SOFTWARE_PLUGIN_NOT_PUBLISHED.
 */
export const publishProduct = (ctx: Ctx, id: string): Promise<void> => publishProducts(ctx, [id]);

/** The same with several, all or none; throws about the first that cannot be shown. */
export const publishProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  changeAll(ctx, ids, "publishProduct");

/** Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_UNPUBLISHED, PRODUCT_ALREADY_ARCHIVED. */
export const unpublishProduct = (ctx: Ctx, id: string): Promise<void> => unpublishProducts(ctx, [id]);

/** The same with several, all or none; throws about the first that cannot be taken out. */
export const unpublishProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  changeAll(ctx, ids, "unpublishProduct");

/** Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_ARCHIVED. */
export const archiveProduct = (ctx: Ctx, id: string): Promise<void> => archiveProducts(ctx, [id]);

/** The same with several, all or none; throws about the first that cannot be archived. */
export const archiveProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  changeAll(ctx, ids, "archiveProduct");

/** Throws PRODUCT_NOT_FOUND, PRODUCT_NOT_ARCHIVED. */
export const unarchiveProduct = (ctx: Ctx, id: string): Promise<void> => changeAll(ctx, [id], "unarchiveProduct");
