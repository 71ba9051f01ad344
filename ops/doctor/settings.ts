import { parseSettings } from "../../worker/env.ts";
import { type Check, ok, todo } from "./check.ts";

/** The settings themselves, before anybody is asked about them. */
export const settingChecks: Check[] = [
  {
    name: "settings",
    look: async ({ settings }) => {
      try {
        parseSettings(settings);
      } catch (error) {
        return todo(error instanceof Error ? error.message : String(error));
      }
      return ok();
    },
  },
  {
    name: "stage",
    look: async ({ name, settings: { STAGE = "production" } }) =>
      STAGE === name ? ok(STAGE) : todo(`STAGE says ${STAGE}: set it to "${name}" in wrangler.toml.`),
  },
  {
    name: "address",
    look: async ({ name, settings: { PUBLIC_URL = "" } }) => {
      if (name === "sandbox") return ok(PUBLIC_URL);
      if (!PUBLIC_URL.startsWith("https://")) return todo("PUBLIC_URL in wrangler.toml must begin with https://.");
      if (/\bexample\.com$/.test(new URL(PUBLIC_URL).hostname)) {
        return todo("wrangler.toml still says example.com: set PUBLIC_URL, EMAIL_FROM and SUPPORT_EMAIL to your own.");
      }
      return ok(PUBLIC_URL);
    },
  },
  {
    name: "desktop app",
    look: async ({ name, settings: { DESKTOP_REDIRECT_URIS = "", DESKTOP_SCHEME = "flowpoint://" } }) => {
      const given = DESKTOP_REDIRECT_URIS.split(",").map((each) => each.trim());
      const exact = given.filter((each) => each !== "");
      const other = exact.find((each) => !each.startsWith(DESKTOP_SCHEME));
      if (other) return todo(`DESKTOP_REDIRECT_URIS names ${other}, which does not begin with ${DESKTOP_SCHEME}.`);
      if (exact.length > 0) return ok(exact.join(", "));
      if (name !== "production") return ok(`any address of ${DESKTOP_SCHEME}`);
      return todo(
        "Set DESKTOP_REDIRECT_URIS to the exact addresses of the desktop app: a code is handed to any of its scheme before.",
      );
    },
  },
  {
    name: "text messages",
    look: async ({ settings }) => {
      const names = ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"];
      const missing = names.filter((name) => !settings[name]);
      if (missing.length === names.length) return ok("off: nothing sends one so far");
      return missing.length === 0 ? ok() : todo(`Set ${missing.join(" and ")}, or none of the three.`);
    },
  },
];
