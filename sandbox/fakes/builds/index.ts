import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { observe, type SandboxEnv } from "../service.ts";
import { buildsControls } from "./controls.ts";
import { buildsSection } from "./page.ts";
import { buildsProtocol, filesProtocol, owner } from "./protocol.ts";
import { flowpointRepository, pluginTopic, firmwareTopic, Registry } from "./state.ts";
import { tooManyRequests } from "./wire/answers.ts";

/** A fake of GitHub releases. Assets are on a second host: this server by its IP address. */
export function createBuilds({ dataDir, secrets, url, calls, faults }: FakeContext): Fake {
  const registry = new Registry(dataDir);
  const filesOrigin = () => url().replace("localhost", "127.0.0.1");
  const origins = { api: () => `${url()}/builds/api`, files: () => `${filesOrigin()}/builds/assets` };
  return {
    routes: new Hono<SandboxEnv>()
      .use("/builds/api/*", observe("builds", calls, faults, tooManyRequests))
      .use("/builds/assets/*", observe("builds", calls, faults, tooManyRequests))
      .route("/builds/api", buildsProtocol(registry, secrets.builds_token, origins, faults))
      .route("/builds/assets", filesProtocol(registry, secrets.builds_token))
      .route("/", buildsControls(registry)),
    settings: () => ({
      BUILDS_API_URL: origins.api(),
      BUILDS_FILES_ORIGIN: filesOrigin(),
      BUILDS_TOKEN: secrets.builds_token,
      BUILDS_OWNER: owner,
      BUILDS_FLOWPOINT_REPOSITORY: flowpointRepository,
      BUILDS_PLUGIN_TOPIC: pluginTopic,
      BUILDS_FIRMWARE_TOPIC: firmwareTopic,
    }),
    page: buildsSection,
  };
}
