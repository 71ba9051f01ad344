import { createNetSuiteGateway } from "../../worker/gateways/net-suite/index.ts";
import { GatewayError } from "../../worker/gateways/gateway-error.ts";
import { type Check, ok, todo } from "./check.ts";

const names = ["NETSUITE_API_URL", "NETSUITE_CLIENT_ID", "NETSUITE_CERTIFICATE_ID", "NETSUITE_PRIVATE_KEY"] as const;

/** NetSuite's token for our certificate, and the permissions of its role. */
export const netSuiteChecks: Check[] = [
  {
    name: "accounting: NetSuite",
    run: async ({ settings }) => {
      const missing = names.filter((name) => !settings[name]);
      if (missing.length === names.length) return ok("off: nothing is synchronized");
      if (missing.length > 0) return todo(`Set ${missing.join(" and ")}, or none of the four.`);
      const {
        NETSUITE_API_URL = "",
        NETSUITE_CLIENT_ID = "",
        NETSUITE_CERTIFICATE_ID = "",
        NETSUITE_PRIVATE_KEY = "",
      } = settings;
      const account = { NETSUITE_API_URL, NETSUITE_CLIENT_ID, NETSUITE_CERTIFICATE_ID, NETSUITE_PRIVATE_KEY };
      try {
        await createNetSuiteGateway(account).check();
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return todo(`${error.reason ?? error.message}. See docs/netsuite.md.`);
      }
      return ok(NETSUITE_API_URL);
    },
  },
  {
    name: "accounting: callback",
    run: async ({ settings: { NETSUITE_API_URL, NETSUITE_CALLBACK_TOKEN, PUBLIC_URL = "" } }) =>
      !NETSUITE_API_URL || NETSUITE_CALLBACK_TOKEN
        ? ok()
        : todo(
            `Set NETSUITE_CALLBACK_TOKEN and have a user event script of customers post to ${PUBLIC_URL}/v1/callbacks/net-suite/customers/{id} with it: changed customers arrive once a day before.`,
          ),
  },
];
