import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import {
  adminSoftware,
  downloadStatisticsShape,
  linkCheckShape,
  publishCheckShape,
  softwareHistoryShape,
  versionGraphShape,
} from "../../entities/release.ts";
import { described, flag, softwareName, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const readCallDefaults = { status: 200, tag: "Admin: software", method: "GET" } as const;
const params = z.object({ id: uuid() });
const softwareParams = {
  params: z.object({ name: softwareName() }),
  query: z.object({
    reference_type: z.optional(
      described(z.enum(softwareKinds), "Distinguishes records with one name; default: software first"),
    ),
  }),
  errors: ["REFERENCE_NOT_FOUND"],
} as const;

export const listAdminSoftware = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/software",
  query: z.object({
    kind: z.optional(z.enum(softwareKinds)),
    is_waiting: described(flag(), "Whether it has an unpublished version"),
    ...listQuery(["created_at", "title"]),
  }),
  reply: listReply(adminSoftware),
  errors: [],
  summary: "List software, plugins and dependencies",
  description:
    "Includes the newest published and unpublished versions and the downloads of 30 days. Search covers names.",
});

export const getSoftwareHistory = endpoint({
  ...readCallDefaults,
  access: "software:read",
  ...softwareParams,
  path: "/v1/admin/software/{name}/history",
  reply: reply(softwareHistoryShape),
  summary: "Read software, a plugin or a dependency with its versions and their dependencies",
});

export const getDownloadStatistics = endpoint({
  ...readCallDefaults,
  access: "software:read",
  ...softwareParams,
  path: "/v1/admin/software/{name}/downloads",
  reply: reply(downloadStatisticsShape),
  summary: "Read downloads by week, version and organization",
});

export const checkPublication = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/versions/{id}/publish-check",
  params,
  reply: reply(publishCheckShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "Preview the effects of publishing a version",
  description: "Changes nothing. Counts the organizations and users that publishing would reach.",
});

export const getVersionGraph = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/versions/{id}/graph",
  params,
  reply: reply(versionGraphShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "Read all dependencies and dependents of a version",
  description: "At most 200 builds.",
});

export const checkPluginLink = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/plugins/{id}/link-check",
  params,
  query: z.object({
    product_id: z.optional(described(uuid(), "Product that would be required; omitted: available to everyone")),
  }),
  reply: reply(linkCheckShape),
  errors: ["SOFTWARE_PLUGIN_NOT_FOUND", "PRODUCT_NOT_FOUND"],
  summary: "Preview the effects of linking a plugin to a product",
});
