import * as z from "zod/mini";
import { buildEnvironments } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { manifestShape } from "../../entities/software.ts";
import { described, version } from "../../fields.ts";

export const getPluginManifest = endpoint({
  method: "GET",
  path: "/v1/client/plugins/manifest",
  access: "session",
  query: z.object({
    build_env: z._default(z.enum(buildEnvironments), "production"),
    target_app_version: z.optional(described(version(), "Version of Flowpoint; its newest when left out")),
    required_app_version: z.optional(described(version(), "Another version with which every plugin must work")),
  }),
  status: 200,
  reply: reply(manifestShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND", "PLUGIN_DEPENDENCY_DELETED"],
  tag: "Software",
  summary: "The plugins that fit a version of Flowpoint, with all that they need",
});
