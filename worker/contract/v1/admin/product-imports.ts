import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { importLine, importOutcomes, productImportShape } from "../../entities/product-import.ts";
import { describe, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: products" } as const;
const path = "/v1/admin/product-imports";
const params = z.object({ id: uuid() });

export const createProductImport = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "POST",
  path,
  body: z.object({}),
  file: {
    name: "file",
    bytes_max: 5 * 1024 * 1024,
    types: ["text/csv"],
    description:
      "A CSV file in UTF-8 of at most 5 MiB and 5,000 lines, with the columns that the list of products exports.",
  },
  status: 201,
  reply: reply(productImportShape),
  errors: [],
  summary: "Upload a file of products, as a preview",
  description:
    "Changes nothing: the reply previews the changes and the problems of each line. Lines match products by SKU, ignoring case; a new SKU creates a product. An empty cell keeps the current value, `-` clears it. Prices are in dollars. A preview expires after a day.",
});

export const getProductImport = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: `${path}/{id}`,
  params,
  status: 200,
  reply: reply(productImportShape),
  errors: ["PRODUCT_IMPORT_NOT_FOUND"],
  summary: "Read an import of products",
});

const { limit, offset } = listQuery(["line"]);

export const listProductImportLines = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: `${path}/{id}/lines`,
  params,
  query: z.object({
    limit,
    offset,
    outcome: z.optional(describe(z.enum(importOutcomes), "Only lines with this outcome")),
  }),
  status: 200,
  reply: listReply(importLine),
  errors: ["PRODUCT_IMPORT_NOT_FOUND"],
  summary: "List the lines of an import with their outcome",
});

export const confirmProductImport = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "POST",
  path: `${path}/{id}/confirm`,
  params,
  status: 200,
  reply: reply(productImportShape),
  errors: ["PRODUCT_IMPORT_NOT_FOUND", "PRODUCT_IMPORT_REFUSED", "PRODUCT_IMPORT_CONFIRMED", "PRODUCT_IMPORT_OUTDATED"],
  summary: "Confirm an import, all or nothing",
  description:
    "Rejected if a line has a problem or a product of the file changed since the preview; `outdated` of the import lists these lines.",
});
