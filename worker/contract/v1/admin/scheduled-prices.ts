import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { priceMax } from "../../entities/product-fields.ts";
import { scheduledPrice, scheduledPriceShape } from "../../entities/scheduled-price.ts";
import { describe, freeText, startsAt, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: products" } as const;
const params = z.object({ product_id: uuid() });
const path = "/v1/admin/products/{product_id}/scheduled-prices";
const priceMessage = "A price is whole cents from 0 to 99,999,999.";

export const listScheduledPrices = endpoint({
  ...callDefaults,
  access: "prices:read",
  method: "GET",
  path,
  params,
  status: 200,
  reply: listReply(scheduledPrice),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "List the scheduled prices of a product",
  description: "Next one first. Prices that have started are part of the price history.",
});

export const schedulePrice = endpoint({
  ...callDefaults,
  access: "prices:act",
  method: "POST",
  path,
  params,
  body: z.object({
    level: describe(freeText(128, "Name of the price level").check(z.minLength(1)), "Name of the price level"),
    price: describe(
      z.nullable(z.int(priceMessage).check(z.gte(0, priceMessage), z.lte(priceMax, priceMessage))),
      "In US cents; null: removes the price at this level",
    ),
    starts_at: startsAt(),
  }),
  status: 201,
  reply: reply(scheduledPriceShape),
  errors: [
    "PRODUCT_NOT_FOUND",
    "PRODUCT_FIELD_SYNCHRONIZED",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "SCHEDULED_PRICE_EXISTS",
  ],
  summary: "Schedule a price",
  description:
    "Starts within seconds of its time, even if the price is changed by hand before. Carts that show the old price then are CART_OUTDATED.",
});

export const deleteScheduledPrice = endpoint({
  ...callDefaults,
  access: "prices:act",
  method: "DELETE",
  path: `${path}/{id}`,
  params: z.object({ product_id: uuid(), id: uuid() }),
  status: 200,
  reply: emptyReply,
  errors: ["SCHEDULED_PRICE_NOT_FOUND"],
  summary: "Cancel a scheduled price",
});
