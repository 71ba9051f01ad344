import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { type SandboxEnv, observe } from "../service.ts";
import { fulexControls } from "./controls.ts";
import { fulexSection } from "./page.ts";
import { fulexProtocol } from "./protocol.ts";
import { Shipments } from "./state.ts";

const client_id = "l7sandbox";
const number = "740561073";

/** A fake of the carrier Fulex, which has FedEx's REST API. */
export function createFulex({ dataDir, secrets, url, calls, faults }: FakeContext): Fake {
  const shipments = new Shipments(dataDir);
  const account = { client_id, client_secret: secrets.fulex_client_secret, number, is_validated: true };
  return {
    routes: new Hono<SandboxEnv>()
      .use("/fulex/oauth/*", observe("fulex", calls, faults))
      .use("/fulex/ship/*", observe("fulex", calls, faults))
      .use("/fulex/track/v1/*", observe("fulex", calls, faults))
      .route("/fulex", fulexProtocol(account, shipments))
      .route("/fulex", fulexControls(shipments, account)),
    settings: () => ({
      FULEX_API_URL: `${url()}/fulex`,
      FULEX_CLIENT_ID: client_id,
      FULEX_CLIENT_SECRET: secrets.fulex_client_secret,
      FULEX_ACCOUNT_NUMBER: number,
      FULEX_SHIPPER: "CGX Inc.; +1 512 555 0100; 1 Main Street; Austin; TX; 78701; US",
      FULEX_TRACKING_URL: `${url()}/fulex/shipments.json?tracking_id=`,
    }),
    page: (at) => fulexSection(at, shipments),
  };
}
