import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import {
  adminVersion,
  adminVersionShape,
  dependency,
  dependencyShape,
  neededVersion,
  plugin,
  pluginShape,
} from "../../entities/software.ts";
import { described, flag, freeText, seenAt, softwareName, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "admin", status: 200, tag: "Admin: software" } as const;
const read = { ...shared, method: "GET" } as const;
const params = z.object({ id: uuid() });

export const getAdminSoftware = endpoint({
  ...read,
  path: "/v1/admin/software/{name}",
  params: z.object({ name: softwareName() }),
  reply: reply({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    fits_product_ids: z.array(z.string()),
    versions: described(z.array(adminVersion), "All of them, newest first"),
  }),
  errors: ["REFERENCE_NOT_FOUND"],
  summary: "Read software with its versions",
});

export const listPlugins = endpoint({
  ...read,
  path: "/v1/admin/plugins",
  query: z.object(listQuery(["created_at", "updated_at", "name"])),
  reply: listReply(plugin),
  errors: [],
  summary: "List plugins",
});

export const getPlugin = endpoint({
  ...read,
  path: "/v1/admin/plugins/{id}",
  params,
  reply: reply(pluginShape),
  errors: ["SOFTWARE_PLUGIN_NOT_FOUND"],
  summary: "Read a plugin",
});

export const linkPlugin = endpoint({
  ...shared,
  method: "PUT",
  path: "/v1/admin/plugins/{id}",
  params,
  body: z.object({
    product_id: described(z.nullable(uuid()), "What must be bought for it; null: everybody may have it"),
    updated_at: seenAt(),
  }),
  reply: reply(pluginShape),
  errors: [
    "SOFTWARE_PLUGIN_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "SOFTWARE_PLUGIN_IS_DEFAULT",
    "SOFTWARE_PLUGIN_ALREADY_LINKED",
    "SOFTWARE_PLUGIN_NOT_PUBLISHED",
    "PLUGIN_REFERENCE_DELETED",
    "OBJECT_OUTDATED",
  ],
  summary: "Link a plugin to the product with which it is bought",
});

export const listVersions = endpoint({
  ...read,
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
  ...read,
  path: "/v1/admin/versions/{id}",
  params,
  reply: reply(adminVersionShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "Read a version",
});

export const listVersionDependencies = endpoint({
  ...read,
  path: "/v1/admin/versions/{id}/dependencies",
  params,
  reply: listReply(neededVersion),
  errors: ["SOFTWARE_VERSION_NOT_FOUND"],
  summary: "List what a version needs itself, by name",
});

export const listDependencies = endpoint({
  ...read,
  path: "/v1/admin/dependencies",
  query: z.object(listQuery(["created_at", "updated_at", "name"])),
  reply: listReply(dependency),
  errors: [],
  summary: "List dependencies",
});

export const getDependency = endpoint({
  ...read,
  path: "/v1/admin/dependency/{id}",
  params,
  reply: reply(dependencyShape),
  errors: ["SOFTWARE_DEPENDENCY_NOT_FOUND"],
  summary: "Read a dependency",
});

export const updateVersion = endpoint({
  ...shared,
  method: "PUT",
  path: "/v1/admin/version/{id}",
  params,
  body: z.object({
    public_description: freeText(4000, "What is new, for customers"),
    updated_at: seenAt(),
  }),
  reply: reply(adminVersionShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND", "SOFTWARE_VERSION_DESCRIPTION_REQUIRED", "OBJECT_OUTDATED"],
  summary: "Say what is new in a version",
});

export const publishVersion = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/versions/{id}/publish",
  params,
  body: z.optional(
    z.object({
      check: z.optional(
        freeText(64, "What publish-check answered as `check`: published only while all that it looked at is still so"),
      ),
    }),
  ),
  reply: done,
  errors: [
    "SOFTWARE_VERSION_NOT_FOUND",
    "SOFTWARE_VERSION_ALREADY_PUBLISHED",
    "SOFTWARE_VERSION_DESCRIPTION_REQUIRED",
    "SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED",
    "PLUGIN_VERSION_DELETED",
    "OBJECT_OUTDATED",
  ],
  summary: "Publish a version",
  description: "Once. Tells the people of the organizations that may have it, unless they turned news off.",
});
