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
      appVersion("target_app_version", "Version of Flowpoint, as 5.2, v5.2.0 or 5.2.0.1234; its newest when left out"),
    ),
    required_app_version: z.optional(
      appVersion("required_app_version", "Another version with which every plugin must work, spelled likewise"),
    ),
  }),
  status: 200,
  reply: reply(manifestShape),
  errors: ["SOFTWARE_VERSION_NOT_FOUND", "PLUGIN_DEPENDENCY_DELETED"],
  tag: "Software",
  summary: "The plugins that fit a version of Flowpoint, with all that they need",
  description:
    "A version that was never released, such as a development build, gets the plugins of the newest published version below it; `target_app_version` of the answer names that version. Below all published versions the answer is 404 SOFTWARE_VERSION_NOT_FOUND. Versions are ordered by semver.org: a pre-release comes before its release, and a fourth number or build metadata change nothing.",
});
