import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { observe, type SandboxEnv } from "../service.ts";
import { filesControls } from "./controls.ts";
import { filesSection } from "./page.ts";
import { filesProtocol } from "./protocol.ts";
import { Objects } from "./state.ts";

export { bucketScript } from "./protocol.ts";

/** The bucket's controls and faults; R2 itself is Miniflare's. */
export function createFiles({ url, calls, faults, makeObject }: FakeContext): Fake {
  const objects = new Objects(makeObject);
  return {
    routes: new Hono<SandboxEnv>()
      .use("/files/bucket/*", observe("files", calls, faults))
      .route("/files", filesProtocol(objects))
      .route("/files", filesControls(objects)),
    // Only the wrapped binding reads this setting.
    settings: () => ({ SANDBOX_FILES_URL: `${url()}/files` }),
    page: filesSection,
  };
}
