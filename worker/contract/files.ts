import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { opaqueText } from "./fields.ts";

export const downloadFile = endpoint({
  method: "GET",
  path: "/files/{token}/{file_name}",
  access: "public",
  params: z.object({
    token: opaqueText(512, "Signed token with file, user and expiry"),
    file_name: opaqueText(255, "File name"),
  }),
  status: 200,
  reply_type: "application/octet-stream",
  errors: ["FILE_NOT_FOUND", "USR_NOT_AUTHORIZED", "PRODUCT_NOT_DOWNLOADABLE"],
  tag: "Software",
  summary: "Download a file by its signed link",
  description:
    "No sign-in needed; entitlement is checked again. Supports HEAD, `Range` (RFC 9110) and `If-Range`: a started download may continue for an hour after its link has expired.",
});
