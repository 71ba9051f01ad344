import * as z from "zod/mini";
import { type ReleaseStage, releaseStages, softwareKinds } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import {
  adminSoftware,
  downloadStatisticsShape,
  linkCheckShape,
  publishCheckShape,
  softwareHistoryShape,
  versionGraphShape,
} from "../../entities/release.ts";
import { describe, flag, freeText, softwareName, uuid } from "../../fields.ts";
import { must } from "../../issue-messages.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: software" } as const;
const readCallDefaults = { ...callDefaults, method: "GET" } as const;

/** Maximum number of organizations in one stage. */
const organizationsMax = 1000;
const stageFields = {
  org_ids: describe(
    z.optional(
      z.array(uuid()).check(
        z.maxLength(organizationsMax),
        z.overwrite((ids) => [...new Set(ids)]),
      ),
    ),
    "Organizations of the stage `organizations`, added to those before",
  ),
  percent: describe(
    z.optional(z.int().check(z.gte(1), z.lte(100))),
    "Of the stage `percentage`: of devices for software with devices, otherwise of organizations",
  ),
};
type StageFields = { stage: ReleaseStage; org_ids?: string[] | undefined; percent?: number | undefined };
const requireOrganizations = z.refine<StageFields>(
  ({ stage, org_ids = [] }) => stage !== "organizations" || org_ids.length > 0,
  {
    error: must("name at least one organization"),
    path: ["org_ids"],
  },
);
const requirePercentage = z.refine<StageFields>(
  ({ stage, percent }) => stage !== "percentage" || percent !== undefined,
  {
    error: must("be a percentage from 1 to 100"),
    path: ["percent"],
  },
);
const params = z.object({ id: uuid() });
const softwareParams = {
  params: z.object({ name: softwareName() }),
  query: z.object({
    reference_type: z.optional(
      describe(z.enum(softwareKinds), "Distinguishes records with one name; default: software first"),
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
    is_waiting: describe(flag(), "Whether it has an unpublished version"),
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
  query: z.object({
    stage: describe(z._default(z.enum(releaseStages), "published"), "Stage to preview"),
    org_ids: describe(
      z.optional(
        z.pipe(
          z.transform((value) => (typeof value === "string" ? value.split(",") : value)),
          z.array(uuid()).check(z.maxLength(organizationsMax)),
        ),
      ),
      "Organizations of the stage `organizations`, separated by commas",
    ),
    percent: describe(
      z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
      "Percentage of the stage `percentage`",
    ),
  }),
  reply: reply(publishCheckShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "Preview the effects of publishing a version, or of a stage before that",
  description: "Changes nothing. Counts the organizations and users that the stage would reach.",
});

export const stageVersion = endpoint({
  ...callDefaults,
  access: "releases:act",
  method: "POST",
  path: "/v1/admin/versions/{id}/stage",
  params,
  body: z
    .object({
      stage: describe(z.enum(releaseStages), "Who gets the version next; a stage adds to those before it"),
      ...stageFields,
      notes: z.optional(
        freeText(4000, "Release notes for customers, which replace those of the version; required to publish"),
      ),
      check: z.optional(freeText(64, "`check` from publish-check: the stage fails if anything changed since")),
    })
    .check(requireOrganizations, requirePercentage),
  reply: emptyReply,
  errors: [
    "SOFTWARE_VERSION_NOT_FOUND",
    "ORG_NOT_FOUND",
    "SOFTWARE_VERSION_ALREADY_PUBLISHED",
    "SOFTWARE_VERSION_DESCRIPTION_REQUIRED",
    "SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED",
    "SOFTWARE_VERSION_STAGE_NARROWER",
    "SOFTWARE_VERSION_WITHDRAWN",
    "SOFTWARE_AVAILABILITY_REQUIRED",
    "PLUGIN_VERSION_DELETED",
    "OBJECT_OUTDATED",
  ],
  summary: "Roll out a version to beta testers, organizations or a percentage, or publish it",
  description:
    "Notifies those who get it and were not notified in an earlier stage. A percentage contains every smaller one and never falls.",
});

export const withdrawVersion = endpoint({
  ...callDefaults,
  access: "releases:act",
  method: "POST",
  path: "/v1/admin/versions/{id}/withdraw",
  params,
  body: z.object({
    reason: freeText(1000, "Why it must no longer be used, for those who downloaded it").check(z.minLength(1)),
    replacement_id: describe(z.nullable(uuid()), "Another published version of the same software; null: none"),
  }),
  reply: emptyReply,
  errors: [
    "SOFTWARE_VERSION_NOT_FOUND",
    "SOFTWARE_VERSION_WITHDRAWN",
    "SOFTWARE_VERSION_REPLACEMENT_INVALID",
    "PLUGIN_VERSION_DELETED",
  ],
  summary: "Withdraw a version",
  description:
    "Its downloads stop, also by links given out before, and the manifest offers the version before. Tells its downloaders and the owners of their organizations by email and in the app, also those who turned news off.",
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
    product_id: z.optional(describe(uuid(), "Product that would be required; omitted: available to everyone")),
  }),
  reply: reply(linkCheckShape),
  errors: ["SOFTWARE_PLUGIN_NOT_FOUND", "PRODUCT_NOT_FOUND"],
  summary: "Preview the effects of linking a plugin to a product",
});
