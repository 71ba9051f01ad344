import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { listedSoftware } from "../../entities/software.ts";
import { pages } from "../../pages.ts";
import { softwareName, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "session", tag: "Software" } as const;

export const listSoftware = endpoint({
  ...callDefaults,
  path: "/v1/client/software",
  query: z.object({ product_id: z.optional(uuid()) }),
  status: 200,
  reply: listReply(listedSoftware),
  errors: [],
  summary: "List software and plugins with the organization's entitlement",
  description: "With `product_id` only software for devices of that product. Always one page.",
});

export const downloadSoftware = endpoint({
  ...callDefaults,
  path: "/v1/client/software/{name}/download",
  params: z.object({ name: softwareName() }),
  status: 302,
  page_when_refused: pages.softwareVersions,
  errors: [
    "REFERENCE_NOT_FOUND",
    "SOFTWARE_VERSION_NOT_FOUND",
    "PRODUCT_NOT_DOWNLOADABLE",
    "SOFTWARE_VERSION_WITHDRAWN",
  ],
  summary: "Redirect to the file of the newest published version",
});
