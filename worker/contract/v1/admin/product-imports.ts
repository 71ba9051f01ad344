import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { importLine, importOutcomes, productImportShape } from "../../entities/console/product-import.ts";
import { described, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "manage_shop", tag: "Admin: products" } as const;
const path = "/v1/admin/product-imports";
const params = z.object({ id: uuid() });

export const createProductImport = endpoint({
  ...shared,
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
    "Nothing is changed yet: the answer says what would be, and what is wrong with which line. A line finds its product by the column sku, whatever its case; a new SKU creates a product. An empty cell leaves what is there, `-` takes it away. Prices are in dollars. A preview is kept for a day.",
});

export const getProductImport = endpoint({
  ...shared,
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
  ...shared,
  method: "GET",
  path: `${path}/{id}/lines`,
  params,
  query: z.object({ limit, offset, outcome: z.optional(described(z.enum(importOutcomes), "Only these lines")) }),
  status: 200,
  reply: listReply(importLine),
  errors: ["PRODUCT_IMPORT_NOT_FOUND"],
  summary: "List what each line of an import does",
});

export const confirmProductImport = endpoint({
  ...shared,
  method: "POST",
  path: `${path}/{id}/confirm`,
  params,
  status: 200,
  reply: reply(productImportShape),
  errors: ["PRODUCT_IMPORT_NOT_FOUND", "PRODUCT_IMPORT_REFUSED", "PRODUCT_IMPORT_CONFIRMED", "PRODUCT_IMPORT_OUTDATED"],
  summary: "Write what the preview of an import says, all or nothing",
  description:
    "Refused while a line has a problem, and when a product of the file was changed since the preview: the import names these lines as `outdated`.",
});
