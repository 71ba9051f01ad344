import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { opaqueText } from "./fields.ts";

export const openImage = endpoint({
  method: "GET",
  path: "/images/{file_name}",
  access: "public",
  params: z.object({ file_name: opaqueText(96, "Content hash, size in pixels and format") }),
  status: 200,
  reply_type: "image/*",
  errors: ["FILE_NOT_FOUND"],
  tag: "Store",
  summary: "Read an uploaded picture",
  description:
    "By the URL in a product. The content of a URL never changes, so it may be cached for a year. Supports HEAD and `If-None-Match`.",
});
