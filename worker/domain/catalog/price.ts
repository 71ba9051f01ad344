import { type SQL, sql } from "drizzle-orm";
import type { Errcode } from "../../contract/errcodes.ts";
import { unprocessable } from "../../contract/errors.ts";
import { currentOrgId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";

/** The level of visitors and of organizations without a level (O-100). */
export const basePriceLevel = "Base Price";

/** An expression, so that each statement reads the current price level of the actor's organization. */
export const currentPriceLevel = (ctx: ReadCtx): SQL =>
  ctx.actor.kind === "user" || ctx.actor.kind === "pending"
    ? sql`
      coalesce(
        (select price_level_name from organizations where id = ${currentOrgId(ctx)}),
        ${basePriceLevel}
      )`
    : sql`${basePriceLevel}::text`;

export const orgPriceLevel = (org_id: string | null): SQL =>
  sql`coalesce((select price_level_name from organizations where id = ${org_id}::uuid), ${basePriceLevel})`;

/** Price in cents of product p at a level; null for none. */
export const priceAt = (level: SQL): SQL => sql`(p.price_levels ->> (${level}))::bigint`;

const missingErrcodes: Record<"base" | "level", Errcode<"unprocessable">> = {
  base: "PRODUCT_BASE_PRICE_NOT_FOUND",
  level: "PRODUCT_PRICE_LEVEL_NOT_FOUND",
};

export function requirePrice(priced: { price: number | null; price_level_name: string }): number {
  if (priced.price === null)
    throw unprocessable(missingErrcodes[priced.price_level_name === basePriceLevel ? "base" : "level"]);
  return priced.price;
}
