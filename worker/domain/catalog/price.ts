import { type SQL, sql } from "drizzle-orm";
import { type Errcode, unprocessable } from "../../contract/errors.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { staticSql } from "../sql.ts";

/** The level of visitors and of organizations without one (O-100). */
export const basePriceLevel = "Base Price";

/** The caller's price level as an expression: that of their organization, read anew each time. */
export const callerLevel = (ctx: Ctx): SQL =>
  ctx.actor.kind === "user" || ctx.actor.kind === "announced"
    ? sql`
      coalesce(
        (select price_level_name from organizations where id = ${callerId(ctx, "org_id")}),
        ${basePriceLevel}
      )`
    : sql`${basePriceLevel}::text`;

/** The level of an organization, the base one of visitors. */
export const levelOf = (org_id: string | null): SQL =>
  sql`coalesce((select price_level_name from organizations where id = ${org_id}::uuid), ${basePriceLevel})`;

/** The level of organization o, to be preloaded with its session. */
export const ownLevel: SQL<string> = staticSql(sql`coalesce(o.price_level_name, ${sql.raw(`'${basePriceLevel}'`)})`);

/** Price in cents of product p at a level, null when there is none. */
export const priceAt = (level: SQL): SQL => sql`(p.price_levels ->> (${level}))::bigint`;

const missing: Record<"base" | "level", Errcode<"unprocessable">> = {
  base: "PRODUCT_BASE_PRICE_NOT_FOUND",
  level: "PRODUCT_PRICE_LEVEL_NOT_FOUND",
};

/** The price, or the refusal to sell without one. Throws PRODUCT_BASE_PRICE_NOT_FOUND, PRODUCT_PRICE_LEVEL_NOT_FOUND. */
export function requirePrice(priced: { price: number | null; price_level_name: string }): number {
  if (priced.price === null)
    throw unprocessable(missing[priced.price_level_name === basePriceLevel ? "base" : "level"]);
  return priced.price;
}
