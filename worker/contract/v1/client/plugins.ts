import * as z from "zod/mini";
import { buildEnvironments } from "../../../../db/enums.ts";
import { appVersion } from "../../app-version.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { manifestShape } from "../../entities/software.ts";

export const getPluginManifest = endpoint({
  method: "GET",
  path: "/v1/client/plugins/manifest",
  access: "session",
  query: z.object({
    build_env: z._default(z.enum(buildEnvironments), "production"),
    target_app_version: z.optional(
      appVersion("target_app_version", "Flowpoint version, such as 5.2, v5.2.0 or 5.2.0.1234; default: the newest"),
    ),
    required_app_version: z.optional(
      appVersion("required_app_version", "Second version that every plugin must also support"),
    ),
  }),
  status: 200,
  reply: reply(manifestShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND", "PLUGIN_DEPENDENCY_DELETED"],
  tag: "Software",
  summary: "List the plugins compatible with a Flowpoint version, with their dependencies",
  description:
    "An unreleased version, such as a development build, gets the plugins of the newest published version below it, which the reply names in `target_app_version`. Below all published versions the reply is 404 SOFTWARE_VERSION_NOT_FOUND. Versions are ordered by semver.org: a pre-release precedes its release, and a fourth number or build metadata is ignored.",
});
