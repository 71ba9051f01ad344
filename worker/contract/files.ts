import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { opaqueText } from "./fields.ts";

export const downloadFile = endpoint({
  method: "GET",
  path: "/files/{token}/{file_name}",
  access: "public",
  params: z.object({
    token: opaqueText(512, "Signed: which file, for whom, until when"),
    file_name: opaqueText(255, "Name of the file"),
  }),
  status: 200,
  reply_type: "application/octet-stream",
  errors: ["FILE_NOT_FOUND", "USR_NOT_AUTHORIZED", "PRODUCT_NOT_DOWNLOADABLE"],
  tag: "Software",
  summary: "Read a file by the link of a download",
  description:
    "Without signing in; whether the person may have it is asked again. Answers HEAD, `Range` (RFC 9110) and `If-Range`: a download that was begun may go on for an hour after its link has expired.",
});
