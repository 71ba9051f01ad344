import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { productShape } from "../../entities/product.ts";
import { serial } from "../../fields.ts";

export const lookUpProduct = endpoint({
  method: "GET",
  path: "/v1/client/products/lookup/{serial_number}",
  access: "session",
  params: z.object({ serial_number: serial() }),
  status: 200,
  reply: reply(productShape),
  errors: ["PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND", "PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG"],
  tag: "Store",
  summary: "Find the product of a serial number",
});
