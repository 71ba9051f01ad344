import { createFulexGateway } from "../../worker/gateways/fulex/index.ts";
import { GatewayError } from "../../worker/gateways/gateway-error.ts";
import type { Target } from "../target.ts";
import { requestTimeoutMs, type Check, ok, type Outcome, todo } from "./check.ts";

/**
 * The carrier's sandbox, which only makes sample labels
 * (https://developer.fedex.com/api/en-us/guides/sandboxvirtualization.html).
 */
const sandboxHost = "apis-sandbox.fedex.com";
const names = ["FULEX_API_URL", "FULEX_CLIENT_ID", "FULEX_CLIENT_SECRET", "FULEX_ACCOUNT_NUMBER", "FULEX_SHIPPER"];

/** https://developer.fedex.com/api/en-us/catalog/authorization/docs.html */
export const fulexChecks: Check[] = [
  {
    name: "carrier: keys",
    run: async ({ name, settings }) => {
      const missing = names.filter((each) => !settings[each]);
      if (missing.length === names.length) return ok("off: orders ship with tracking numbers alone");
      if (missing.length > 0) return todo(`Set ${missing.join(" and ")}, or none of the five.`);
      const { FULEX_API_URL = "", FULEX_CLIENT_ID = "", FULEX_CLIENT_SECRET = "" } = settings;
      if (name === "production" && URL.parse(FULEX_API_URL)?.hostname === sandboxHost)
        return todo(
          "FULEX_API_URL is the carrier's sandbox, whose labels no courier takes: set https://apis.fedex.com.",
        );
      const response = await fetch(`${FULEX_API_URL.replace(/\/+$/, "")}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: FULEX_CLIENT_ID,
          client_secret: FULEX_CLIENT_SECRET,
        }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.body?.cancel();
      return response.ok
        ? ok()
        : todo(`The carrier refuses FULEX_CLIENT_ID with FULEX_CLIENT_SECRET (${response.status}): copy both again.`);
    },
  },
  { name: "carrier: labels", run: checkLabels },
];

/** Validates a shipment from the shipper to itself without creating it. The key needs the carrier's API "Ship". */
async function checkLabels({ settings }: Target): Promise<Outcome> {
  const {
    FULEX_API_URL = "",
    FULEX_CLIENT_ID = "",
    FULEX_CLIENT_SECRET = "",
    FULEX_ACCOUNT_NUMBER = "",
    FULEX_SHIPPER = "",
    FULEX_TRACKING_URL = "",
  } = settings;
  if (names.some((each) => !settings[each])) return ok("off");
  const account = { FULEX_API_URL, FULEX_CLIENT_ID, FULEX_CLIENT_SECRET, FULEX_ACCOUNT_NUMBER };
  try {
    const found = await createFulexGateway({ ...account, FULEX_SHIPPER, FULEX_TRACKING_URL }).validate();
    if (!found) return ok();
    if (!found.refusal.includes("FORBIDDEN.ERROR")) return todo(`The carrier makes no label: ${found.refusal}`);
    return todo(
      "The carrier has not validated its labels for this key and makes none: see docs/deploy.md, Carrier. It takes days.",
    );
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return todo(`The carrier makes no label: ${error.message}.`);
  }
}
