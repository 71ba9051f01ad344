import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Errcode } from "../../../contract/errcodes.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows, ownChangesPart } from "../../platform/index.ts";
import { basePriceLevel } from "../price.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { exists, one, type RowOf, many, uuids } from "../../sql.ts";

const plugins = sql`software s where s.product_id = products.id and s.kind = 'plugin' and not s.is_deleted`;
/** The format text alone identifies a product as a plugin, for example "Plugin, licence by organization". */
const isPlugin = sql`type = 'software' and coalesce(format, '') ~* '^\\s*plugin\\y'`;
const isLinked = sql`exists (select 1 from ${plugins})`;
/** Every linked plugin, also one that comes with a plan, has a published version. */
const isDeliverable = sql`not exists (select 1 from ${plugins} and not exists (
  select 1 from software_versions v where v.software_id = s.id and v.is_published and not v.is_deleted
))`;

type Blocker = Errcode<"unprocessable">;
type Transition = {
  set: SQL;
  blockers: readonly (readonly [Blocker, SQL])[];
};
const archivedBlocker = ["PRODUCT_ALREADY_ARCHIVED", sql`is_archived`] as const;

/** The actions on a product and the conditions that block them (O-088). */
const transitions = {
  publishProduct: {
    set: sql`is_published = true, publish_at = null`,
    blockers: [
      archivedBlocker,
      ["PRODUCT_ALREADY_PUBLISHED", sql`is_published`],
      ["PRODUCT_AUTHOR_REQUIRED", sql`type = 'software' and coalesce(btrim(author), '') = ''`],
      ["PRODUCT_BASE_PRICE_NOT_FOUND", sql`not price_levels ? ${basePriceLevel}`],
      ["SOFTWARE_PLUGIN_NOT_LINKED", sql`${isPlugin} and not ${isLinked}`],
      ["SOFTWARE_PLUGIN_NOT_PUBLISHED", sql`not ${isDeliverable}`],
    ],
  },
  unpublishProduct: {
    set: sql`is_published = false`,
    blockers: [archivedBlocker, ["PRODUCT_ALREADY_UNPUBLISHED", sql`not is_published`]],
  },
  // A sync unarchives only products that a sync archived (`is_retired`), so archiving by hand clears `is_retired`.
  // Unarchiving leaves `is_retired`, because without it the next sync would again archive a product whose item is gone.
  archiveProduct: {
    set: sql`is_archived = true, is_retired = false, publish_at = null`,
    blockers: [archivedBlocker],
  },
  unarchiveProduct: { set: sql`is_archived = false`, blockers: [["PRODUCT_NOT_ARCHIVED", sql`not is_archived`]] },
} as const satisfies Record<string, Transition>;
export type ProductAction = keyof typeof transitions;

/** The errcodes that block publishing the `products` of a statement, as a text array. */
export const publicationBlockers = (): SQL => blockersFor(transitions.publishProduct);

const blockersFor = ({ blockers }: Transition): SQL =>
  sql`array_remove(array[${sql.join(
    blockers.map(([errcode, holds]) => sql`case when ${holds} then ${errcode} end`),
    sql`, `,
  )}]::text[], null)`;

const blockersRow = () => z.object({ id: z.string(), blockers: z.array(z.custom<Blocker>()) });
const allBlockers = () => {
  const each = z.array(z.custom<Blocker>());
  return z.object({ publishProduct: each, unpublishProduct: each, archiveProduct: each, unarchiveProduct: each });
};
/** The errcodes that block each action; empty if the action is possible. */
export type ProductBlockers = RowOf<typeof allBlockers>;

export const listProductBlockers = (ctx: ReadCtx, id: string): Promise<ProductBlockers> =>
  one(
    ctx,
    allBlockers,
    sql`
    select to_json(${blockersFor(transitions.publishProduct)}) as "publishProduct",
      to_json(${blockersFor(transitions.unpublishProduct)}) as "unpublishProduct",
      to_json(${blockersFor(transitions.archiveProduct)}) as "archiveProduct",
      to_json(${blockersFor(transitions.unarchiveProduct)}) as "unarchiveProduct"
    from products where id = ${id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );

/**
 * Applies an action to all products or to none in one conditional update, so that of two administrators only one
 * succeeds (T11). @throws the errcode that blocks the action, about the first blocked product
 */
async function applyAction(ctx: Ctx, ids: readonly string[], action: ProductAction): Promise<void> {
  const transition = transitions[action];
  const uniqueIds = [...new Set(ids)];
  const isDone = await exists(
    ctx,
    sql`
    with held as (
      select id from products
      where id = any(${uuids(uniqueIds)}) and ${blockersFor(transition)} = '{}'
      order by id for update
    ), p as (
      update products set ${transition.set}, updated_at = now()
      where id in (select id from held) and (select count(*) from held) = ${uniqueIds.length}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, action, "product", "p", { org_id: null, changes: diffRows() })}
    select 1 from p`,
  );
  if (!isDone) await refuse(ctx, uniqueIds, action);
}

const lostRaceErrcodes = {
  publishProduct: "PRODUCT_ALREADY_PUBLISHED",
  unpublishProduct: "PRODUCT_ALREADY_UNPUBLISHED",
  archiveProduct: "PRODUCT_ALREADY_ARCHIVED",
  unarchiveProduct: "PRODUCT_NOT_ARCHIVED",
} as const satisfies Record<ProductAction, Blocker>;

/**
 * Throws the error of the first blocked product. The rows are read again, because a concurrent action may have changed
 * them after the statement's snapshot.
 */
async function refuse(ctx: Ctx, ids: string[], action: ProductAction): Promise<never> {
  const rows = await many(
    ctx,
    blockersRow,
    sql`
    select id, to_json(${blockersFor(transitions[action])}) as blockers
    from products where id = any(${uuids(ids)})`,
  );
  const blockers = new Map(rows.map((row) => [row.id, row.blockers]));
  for (const id of ids) {
    const [errcode] = blockers.get(id) ?? ["PRODUCT_NOT_FOUND"];
    if (errcode === "PRODUCT_NOT_FOUND") throw notFound(errcode).about(id);
    if (errcode !== undefined) throw unprocessable(errcode).about(id);
  }
  // A concurrent action blocked the product and has been undone since.
  throw unprocessable(lostRaceErrcodes[action]);
}

export const publishProduct = (ctx: Ctx, id: string): Promise<void> => publishProducts(ctx, [id]);

/** Publishes all or none; throws about the first product that cannot be published. */
export const publishProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  applyAction(ctx, ids, "publishProduct");

export const unpublishProduct = (ctx: Ctx, id: string): Promise<void> => unpublishProducts(ctx, [id]);

/** Unpublishes all or none; throws about the first product that cannot be unpublished. */
export const unpublishProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  applyAction(ctx, ids, "unpublishProduct");

export const archiveProduct = (ctx: Ctx, id: string): Promise<void> => archiveProducts(ctx, [id]);

/** Archives all or none; throws about the first product that cannot be archived. */
export const archiveProducts = (ctx: Ctx, ids: readonly string[]): Promise<void> =>
  applyAction(ctx, ids, "archiveProduct");

export const unarchiveProduct = (ctx: Ctx, id: string): Promise<void> => applyAction(ctx, [id], "unarchiveProduct");

const inverses = {
  publishProduct: "unpublishProduct",
  unpublishProduct: "publishProduct",
  archiveProduct: "unarchiveProduct",
} as const satisfies Partial<Record<ProductAction, ProductAction>>;

/**
 * Undoes a recent request of the user for all its products or none, and restores the publication dates and
 * `is_retired` that the request removed. @throws OBJECT_OUTDATED if it is too late or if a product has changed since
 */
export async function undoProductAction(ctx: Ctx, action: keyof typeof inverses, request_id: string): Promise<void> {
  const inverse = inverses[action];
  const { set, blockers } = transitions[inverse];
  // A published product has no publication date, so undoing its unpublication restores none.
  const formerValues =
    inverse === "publishProduct"
      ? sql``
      : sql`, publish_at = coalesce((undone.changes #>> '{publish_at,0}')::timestamptz, publish_at),
          is_retired = coalesce((undone.changes #>> '{is_retired,0}')::boolean, is_retired)`;
  const isDone = await exists(
    ctx,
    sql`
    with ${ownChangesPart(ctx, action, request_id)}, held as (
      select id from products
      where id in (select id from undone) and ${blockersFor({ set, blockers })} = '{}'
      order by id for update
    ), p as (
      update products set ${set}${formerValues}, updated_at = now()
      from undone
      where products.id = undone.id and products.id in (select id from held)
        and (select count(*) from held) = (select count(*) from undone)
      returning products.id, ${beforeAndAfter}
    ), ${audited(ctx, inverse, "product", "p", { org_id: null, changes: diffRows() })}
    select 1 from p`,
  );
  if (!isDone) throw unprocessable("OBJECT_OUTDATED");
}
