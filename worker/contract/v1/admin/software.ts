import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import {
  adminVersion,
  adminVersionShape,
  dependency,
  dependencyShape,
  neededVersion,
  plugin,
  pluginShape,
  softwareDetailsShape,
} from "../../entities/software.ts";
import { softwareFields } from "../../forms/software-fields.ts";
import { describe, flag, freeText, versionField, softwareName, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: software" } as const;
const readCallDefaults = { ...callDefaults, method: "GET" } as const;
const params = z.object({ id: uuid() });

export const getAdminSoftware = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/software/{name}",
  params: z.object({ name: softwareName() }),
  reply: reply({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    fits_product_ids: z.array(z.string()),
    versions: describe(z.array(adminVersion), "All versions, newest first"),
  }),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read software with its versions",
});

export const createSoftware = endpoint({
  ...callDefaults,
  access: "software:act",
  status: 201,
  method: "POST",
  path: "/v1/admin/software",
  body: z.object({
    name: softwareName(),
    title: softwareFields.title(),
    description: z.optional(softwareFields.description()),
    author: softwareFields.author(),
    author_url: z.optional(softwareFields.author_url()),
    category: softwareFields.category(),
    repository: z.optional(softwareFields.repository()),
    fits_product_ids: z.optional(softwareFields.fits_product_ids()),
  }),
  reply: reply(softwareDetailsShape),
  errors: ["SOFTWARE_NAME_EXISTS", "SOFTWARE_REPOSITORY_EXISTS", "PRODUCT_NOT_FOUND"],
  summary: "Add software: an app, firmware or a tool",
  description:
    "With a repository, import-flowpoint-versions imports its releases. Plugins and dependencies are added by their own import.",
});

export const updateSoftware = endpoint({
  ...callDefaults,
  access: "software:act",
  method: "PUT",
  path: "/v1/admin/software/{name}",
  params: z.object({ name: softwareName() }),
  body: z.object({
    title: z.optional(softwareFields.title()),
    description: z.optional(softwareFields.description()),
    author: z.optional(softwareFields.author()),
    author_url: z.optional(softwareFields.author_url()),
    category: z.optional(softwareFields.category()),
    repository: z.optional(softwareFields.repository()),
    fits_product_ids: z.optional(softwareFields.fits_product_ids()),
    updated_at: versionField(),
  }),
  reply: reply(softwareDetailsShape),
  errors: ["REFERENCE_NOT_FOUND", "SOFTWARE_REPOSITORY_EXISTS", "PRODUCT_NOT_FOUND", "OBJECT_OUTDATED"],
  summary: "Change software, except plugins and dependencies",
  description: "Omitted fields keep their value. Without a repository imports stop; existing versions stay.",
});

export const listPlugins = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/plugins",
  query: z.object(listQuery(["created_at", "updated_at", "name"])),
  reply: listReply(plugin),
  errors: [],
  summary: "List plugins",
});

export const getPlugin = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/plugins/{id}",
  params,
  reply: reply(pluginShape),
  errors: ["SOFTWARE_PLUGIN_NOT_FOUND"],
  summary: "Read a plugin",
});

export const linkPlugin = endpoint({
  ...callDefaults,
  access: "software:act",
  method: "PUT",
  path: "/v1/admin/plugins/{id}",
  params,
  body: z.object({
    product_id: describe(z.nullable(uuid()), "Required product; null: available to everyone"),
    is_default: z.optional(
      describe(z.boolean(), "Whether it is included with Flowpoint, which excludes a product; omitted: unchanged"),
    ),
    fits_product_ids: z.optional(softwareFields.fits_product_ids()),
    updated_at: versionField(),
  }),
  reply: reply(pluginShape),
  errors: [
    "SOFTWARE_PLUGIN_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "SOFTWARE_PLUGIN_IS_DEFAULT",
    "SOFTWARE_PLUGIN_ALREADY_LINKED",
    "PLUGIN_REFERENCE_DELETED",
    "OBJECT_OUTDATED",
  ],
  summary: "Set the availability of a plugin: with a product, with Flowpoint, or for everyone",
});

export const listVersions = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/versions",
  query: z.object({
    reference_type: z.optional(z.enum(softwareKinds)),
    reference_id: z.optional(uuid()),
    is_published: flag(),
    ...listQuery(["created_at", "updated_at"]),
  }),
  reply: listReply(adminVersion),
  errors: [],
  summary: "List versions of software, plugins and dependencies",
});

export const getVersion = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/versions/{id}",
  params,
  reply: reply(adminVersionShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "Read a version",
});

export const listVersionDependencies = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/versions/{id}/dependencies",
  params,
  reply: listReply(neededVersion),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "List the direct dependencies of a version, by name",
});

export const listDependencies = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/dependencies",
  query: z.object(listQuery(["created_at", "updated_at", "name"])),
  reply: listReply(dependency),
  errors: [],
  summary: "List dependencies",
});

export const getDependency = endpoint({
  ...readCallDefaults,
  access: "software:read",
  path: "/v1/admin/dependency/{id}",
  params,
  reply: reply(dependencyShape),
  errors: ["SOFTWARE_DEPENDENCY_NOT_FOUND"],
  summary: "Read a dependency",
});

export const updateVersion = endpoint({
  ...callDefaults,
  access: "releases:act",
  method: "PUT",
  path: "/v1/admin/version/{id}",
  params,
  body: z.object({
    public_description: freeText(4000, "Release notes for customers"),
    updated_at: versionField(),
  }),
  reply: reply(adminVersionShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND", "SOFTWARE_VERSION_DESCRIPTION_REQUIRED", "OBJECT_OUTDATED"],
  summary: "Change the release notes of a version",
});

export const publishVersion = endpoint({
  ...callDefaults,
  access: "releases:act",
  method: "POST",
  path: "/v1/admin/versions/{id}/publish",
  params,
  body: z.optional(
    z.object({
      check: z.optional(freeText(64, "`check` from publish-check: publishing fails if anything changed since")),
    }),
  ),
  reply: emptyReply,
  errors: [
    "SOFTWARE_VERSION_NOT_FOUND",
    "SOFTWARE_VERSION_ALREADY_PUBLISHED",
    "SOFTWARE_VERSION_DESCRIPTION_REQUIRED",
    "SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED",
    "SOFTWARE_VERSION_WITHDRAWN",
    "SOFTWARE_AVAILABILITY_REQUIRED",
    "PLUGIN_VERSION_DELETED",
    "OBJECT_OUTDATED",
  ],
  summary: "Publish a version",
  description: "Notifies the users of entitled organizations once, unless they turned news off.",
});
