import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/shipping-rates.ts";
import { daysInOrderMessage, daysTogetherMessage } from "../../../contract/buying/rate-fields.ts";
import { shippingRateShape } from "../../../contract/entities/shipping-rate.ts";
import { BadRequest, unprocessable } from "../../../contract/errors.ts";
import { selectFields } from "../../select-of.ts";
import { iso, type RowOf } from "../../sql.ts";

export const rateRow = () => z.object(shippingRateShape);
export type AdminRate = RowOf<typeof rateRow>;

export type RateFields = InputOf<typeof contract.createShippingRate>["body"];

export const rateColumns = selectFields(shippingRateShape, "r", {
  price: sql`r.price::float`,
  free_from: sql`r.free_from::float`,
  updated_at: iso("r.updated_at"),
});

export function refuseRate(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === "shipping_rates_option_unique") throw unprocessable("SHIPPING_RATE_EXISTS");
  if (constraint === "shipping_rates_days")
    throw new BadRequest([
      { code: "custom", path: ["days_max"], message: `${daysTogetherMessage} ${daysInOrderMessage}` },
    ]);
  throw error;
}
