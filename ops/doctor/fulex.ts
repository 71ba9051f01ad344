import { answersWithinMs, type Check, ok, todo } from "./check.ts";

const names = ["FULEX_API_URL", "FULEX_CLIENT_ID", "FULEX_CLIENT_SECRET", "FULEX_ACCOUNT_NUMBER", "FULEX_SHIPPER"];

/** Credentials at the carrier (https://developer.fedex.com/api/en-us/catalog/authorization/docs.html). */
export const fulexChecks: Check[] = [
  {
    name: "carrier: keys",
    run: async ({ settings }) => {
      const missing = names.filter((name) => !settings[name]);
      if (missing.length === names.length) return ok("off: orders ship with tracking numbers alone");
      if (missing.length > 0) return todo(`Set ${missing.join(" and ")}, or none of the five.`);
      const { FULEX_API_URL = "", FULEX_CLIENT_ID = "", FULEX_CLIENT_SECRET = "" } = settings;
      const response = await fetch(`${FULEX_API_URL.replace(/\/+$/, "")}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: FULEX_CLIENT_ID,
          client_secret: FULEX_CLIENT_SECRET,
        }),
        signal: AbortSignal.timeout(answersWithinMs),
      });
      await response.body?.cancel();
      return response.ok
        ? ok()
        : todo(`The carrier refuses FULEX_CLIENT_ID with FULEX_CLIENT_SECRET (${response.status}): copy both again.`);
    },
  },
];
