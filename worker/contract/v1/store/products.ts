import * as z from "zod/mini";
import { productTypes } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { product, productShape } from "../../entities/product.ts";
import { freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", status: 200, tag: "Store" } as const;
const name = (description: string) => z.optional(freeText(128, description));

const productFilter = z.object({
  category: name("Category"),
  type: z.optional(z.enum(productTypes)),
  device: name("Compatible device"),
  platform: name("Supported platform"),
  use_case: name("Use case of the software"),
  tags: z.optional(freeText(512, "Comma-separated devices, platforms or use cases that must all match")),
  ...listQuery(["created_at", "name", "price", "position"]),
});

export const listProducts = endpoint({
  ...callDefaults,
  path: "/v1/store/products",
  cache: "price-level",
  access: "visitor-or-session",
  query: productFilter,
  reply: listReply(product),
  errors: [],
  summary: "List what is sold, at your price",
});

export const getProduct = endpoint({
  ...callDefaults,
  path: "/v1/store/products/{id}",
  cache: "price-level",
  access: "visitor-or-session",
  params: z.object({ id: uuid() }),
  reply: reply(productShape),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "Read a product, at your price",
});

const tagsDefaults = {
  ...callDefaults,
  access: "public",
  cache: "catalog",
  reply: listReply(z.string()),
  errors: [],
} as const;

export const listCategories = endpoint({
  ...tagsDefaults,
  path: "/v1/store/categories",
  summary: "Categories of what is sold",
});
export const listDeviceTags = endpoint({
  ...tagsDefaults,
  path: "/v1/store/tags/devices",
  summary: "Devices that products are for",
});
export const listPlatformTags = endpoint({
  ...tagsDefaults,
  path: "/v1/store/tags/platforms",
  summary: "Platforms that products run on",
});
export const listUseCaseTags = endpoint({
  ...tagsDefaults,
  path: "/v1/store/tags/software-use-cases",
  summary: "Use cases of software",
});
