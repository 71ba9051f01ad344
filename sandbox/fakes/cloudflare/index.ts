import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { observe, type SandboxEnv } from "../service.ts";
import { cloudflareControls } from "./controls.ts";
import { cloudflareSection } from "./page.ts";
import { cloudflareProtocol } from "./protocol.ts";
import { Account } from "./state.ts";

/** A fake of Cloudflare's API; only operator commands call it. */
export function createCloudflare({ url, calls, faults }: Pick<FakeContext, "url" | "calls" | "faults">): Fake {
  const account = new Account();
  return {
    routes: new Hono<SandboxEnv>()
      .use("/cloudflare/client/*", observe("cloudflare", calls, faults))
      .route("/cloudflare/client/v4", cloudflareProtocol(account))
      .route("/cloudflare", cloudflareControls(account)),
    settings: () => ({}),
    operatorSettings: () => ({
      CLOUDFLARE_API_BASE_URL: `${url()}/cloudflare/client/v4`,
      CLOUDFLARE_API_TOKEN: account.token,
      CLOUDFLARE_ACCOUNT_ID: account.id,
    }),
    page: cloudflareSection,
  };
}
