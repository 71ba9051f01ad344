import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { downloadShape, recordedDownload } from "../../entities/software.ts";
import { uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "session", tag: "Software" } as const;
const versionCallDefaults = {
  params: z.object({ object_id: uuid() }),
  errors: ["FILE_NOT_FOUND", "USR_NOT_AUTHORIZED", "PRODUCT_NOT_DOWNLOADABLE", "SOFTWARE_VERSION_WITHDRAWN"],
} as const;

export const listDownloads = endpoint({
  ...callDefaults,
  path: "/v1/client/downloads",
  query: z.object(listQuery(["created_at"])),
  status: 200,
  reply: listReply(recordedDownload),
  errors: [],
  summary: "List the organization's downloads",
  description: "Search covers software names.",
});

export const getDownload = endpoint({
  ...callDefaults,
  ...versionCallDefaults,
  path: "/v1/client/downloads/{object_id}",
  status: 200,
  reply: reply(downloadShape),
  summary: "Read a version with a link to its file",
  description: "`object_id` is the ID of a software version.",
});

export const openDownload = endpoint({
  ...callDefaults,
  ...versionCallDefaults,
  path: "/v1/client/downloads/{object_id}/redirect",
  status: 302,
  summary: "Redirect to the file of a version",
});
