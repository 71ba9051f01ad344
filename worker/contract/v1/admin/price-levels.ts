import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { priceLevel, priceLevelShape } from "../../entities/price-level.ts";
import { versionField, text, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";
import { requiredText } from "../../rules.ts";

const callDefaults = { tag: "Admin: products" } as const;
const params = z.object({ id: uuid() });
const name = () => text(requiredText("Name", 128), "Name of the level; compared without case", 128);

export const listPriceLevels = endpoint({
  ...callDefaults,
  access: "prices:read",
  method: "GET",
  path: "/v1/admin/price-levels",
  status: 200,
  reply: listReply(priceLevel),
  errors: [],
  summary: "List the price levels",
  description: "All price levels, base level first.",
});

export const createPriceLevel = endpoint({
  ...callDefaults,
  access: "prices:act",
  method: "POST",
  path: "/v1/admin/price-levels",
  body: z.object({ name: name() }),
  status: 201,
  reply: reply(priceLevelShape),
  errors: ["PRICE_LEVEL_EXISTS"],
  summary: "Create a price level",
});

export const updatePriceLevel = endpoint({
  ...callDefaults,
  access: "prices:act",
  method: "PUT",
  path: "/v1/admin/price-levels/{id}",
  params,
  body: z.object({ name: name(), updated_at: versionField() }),
  status: 200,
  reply: reply(priceLevelShape),
  errors: ["PRICE_LEVEL_NOT_FOUND", "PRICE_LEVEL_EXISTS", "PRICE_LEVEL_NOT_RENAMABLE", "OBJECT_OUTDATED"],
  summary: "Rename a price level",
  description:
    "Products and organizations show the new name at once; the price history is unchanged. The base level and levels from the accounting system cannot be renamed.",
});

export const deletePriceLevel = endpoint({
  ...callDefaults,
  access: "prices:act",
  method: "DELETE",
  path: "/v1/admin/price-levels/{id}",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["PRICE_LEVEL_NOT_FOUND", "PRICE_LEVEL_IN_USE"],
  summary: "Delete a price level",
  description: "Only if no organization and no product price uses it; never the base level.",
});
