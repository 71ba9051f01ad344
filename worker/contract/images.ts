import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { opaqueText } from "./fields.ts";

export const openImage = endpoint({
  method: "GET",
  path: "/images/{file_name}",
  access: "public",
  params: z.object({ file_name: opaqueText(96, "Hash of the bytes, size in pixels and format") }),
  status: 200,
  reply_type: "image/*",
  errors: ["FILE_NOT_FOUND"],
  tag: "Store",
  summary: "Read an uploaded picture",
  description:
    "By the address that a product names. What stands at an address never changes, so it may be kept for a year. Answers HEAD and `If-None-Match`.",
});
