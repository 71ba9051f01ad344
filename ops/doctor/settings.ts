import { cookieDomainProblem } from "../../worker/contract/hosts.ts";
import { parseSettings } from "../../worker/env.ts";
import { z } from "zod";
import type { Target } from "../target.ts";
import { requestTimeoutMs, type Check, ok, type Outcome, todo } from "./check.ts";

/** Only the check of text messages sends requests. */
export const settingChecks: Check[] = [
  {
    name: "settings",
    run: async ({ settings }) => {
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
    run: async ({ name, settings: { STAGE = "production" } }) =>
      STAGE === name ? ok(STAGE) : todo(`STAGE says ${STAGE}: set it to "${name}" in wrangler.toml.`),
  },
  {
    name: "address",
    run: async ({ name, settings }) => {
      const { PUBLIC_URL = "" } = settings;
      if (name === "sandbox") return ok(PUBLIC_URL);
      if (!PUBLIC_URL.startsWith("https://")) return todo("PUBLIC_URL in wrangler.toml must begin with https://.");
      const examples = ["PUBLIC_URL", "EMAIL_FROM", "SUPPORT_EMAIL"].filter((each) =>
        /\bexample\.com\b/.test(settings[each] ?? ""),
      );
      if (examples.length === 0) return ok(PUBLIC_URL);
      return todo(`wrangler.toml still says example.com: set ${examples.join(" and ")} to your own.`);
    },
  },
  {
    name: "hosts",
    run: async ({ name, deployment, settings: { PUBLIC_URL = "", MAIN_WEB_URL, ADMIN_WEB_URL, COOKIE_DOMAIN } }) => {
      const addresses = [PUBLIC_URL, MAIN_WEB_URL || PUBLIC_URL, ADMIN_WEB_URL || PUBLIC_URL];
      const hosts = [...new Set(addresses.map((address) => URL.parse(address)?.host ?? address))];
      if (!COOKIE_DOMAIN) {
        if (hosts.length === 1) return ok("one");
        return todo(
          `${hosts.join(", ")} are several hosts: set COOKIE_DOMAIN to the domain above them, or who signs in at one is a visitor at the others.`,
        );
      }
      const [, storefront = "", console = ""] = addresses;
      const given = { PUBLIC_URL, MAIN_WEB_URL: storefront, ADMIN_WEB_URL: console, COOKIE_DOMAIN };
      const problem = cookieDomainProblem(given);
      if (problem) return todo(`COOKIE_DOMAIN does not fit: ${problem}.`);
      const unreached = name === "sandbox" ? [] : hosts.filter((host) => !deployment.hosts.includes(host));
      if (unreached.length > 0) return todo(`Add a route of wrangler.toml for ${unreached.join(" and ")}.`);
      return ok(`${hosts.join(", ")} under ${COOKIE_DOMAIN}`);
    },
  },
  {
    name: "administrators",
    run: async ({ name, settings: { ADMIN_SECOND_FACTOR = "required" } }) =>
      ADMIN_SECOND_FACTOR === "required" || name !== "production"
        ? ok(`second factor ${ADMIN_SECOND_FACTOR}`)
        : todo("A password alone opens the console: take ADMIN_SECOND_FACTOR out, or set it to required."),
  },
  { name: "route", run: async (target) => checkRoute(target) },
  {
    name: "placement",
    run: async ({ deployment, settings: { DATABASE_URL = "" } }) => {
      const region = regionOf(DATABASE_URL);
      if (!region || region === deployment.region) return ok(region ?? "not a host of Neon");
      return todo(`The database is in ${region}: set \`region = "${region}"\` under [placement] of wrangler.toml.`);
    },
  },
  {
    name: "desktop app",
    run: async ({ settings: { DESKTOP_REDIRECT_URIS = "", DESKTOP_SCHEME = "flowpoint://" } }) => {
      const given = DESKTOP_REDIRECT_URIS.split(",").map((each) => each.trim());
      const exact = given.filter((each) => each !== "");
      const other = exact.find((each) => !each.startsWith(DESKTOP_SCHEME));
      if (other) return todo(`DESKTOP_REDIRECT_URIS names ${other}, which does not begin with ${DESKTOP_SCHEME}.`);
      return ok([DESKTOP_SCHEME, ...exact].join(", "));
    },
  },
  {
    name: "text messages",
    run: async ({ settings }) => {
      const names = ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"];
      const missing = names.filter((name) => !settings[name]);
      if (missing.length === names.length) return ok("off");
      return missing.length === 0 ? checkTwilio(settings) : todo(`Set ${missing.join(" and ")}, or none of the three.`);
    },
  },
];

/** Neon's hosts name their region: ep-x.us-east-2.aws.neon.tech. */
export function regionOf(databaseUrl: string): string | undefined {
  const [, region, provider] =
    /\.([a-z0-9-]+)\.(aws|azure)\.neon\.tech$/.exec(URL.parse(databaseUrl)?.hostname ?? "") ?? [];
  return region && provider && `${provider}:${region}`;
}

/**
 * Checks that PUBLIC_URL has a route, and that no host belongs to two environments: wrangler silently moves a host to
 * the environment that is deployed last.
 */
function checkRoute({ name, deployment, settings: { PUBLIC_URL = "" } }: Target): Outcome {
  if (name === "sandbox") return ok("local");
  const host = URL.parse(PUBLIC_URL)?.hostname ?? PUBLIC_URL;
  const section = name === "staging" ? "[env.staging]" : "the top";
  const both = deployment.hosts.find((each) => deployment.otherHosts.includes(each));
  if (both) return todo(`wrangler.toml gives ${both} to staging and production: set other routes under [env.staging].`);
  if (deployment.hosts.includes(host)) return ok(host);
  const line = `routes = [{ pattern = "${host}", custom_domain = true }]`;
  return todo(`Nothing leads to ${host}: set \`${line}\` at ${section} of wrangler.toml.`);
}

/** https://www.twilio.com/docs/iam/api/account */
const accountSchema = z.object({ status: z.string(), type: z.string() });

const numbersSchema = z.object({
  incoming_phone_numbers: z.array(z.object({ sms_url: z.string().nullable(), sms_method: z.string().nullable() })),
});

/**
 * Twilio must forward incoming messages, otherwise STOP replies are lost
 * (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource).
 */
async function checkTwilio(settings: Record<string, string | undefined>): Promise<Outcome> {
  const { SMS_API_URL = "https://api.twilio.com", SMS_ACCOUNT_SID = "", SMS_AUTH_TOKEN = "" } = settings;
  const { SMS_FROM = "", PUBLIC_URL = "" } = settings;
  const webhookUrl = `${PUBLIC_URL.replace(/\/$/, "")}/v1/callbacks/sms`;
  const instructions = `set "A message comes in" of ${SMS_FROM} to Webhook, ${webhookUrl}, HTTP POST`;
  const fetchTwilio = (path: string) =>
    fetch(`${SMS_API_URL}/2010-04-01/Accounts/${SMS_ACCOUNT_SID}${path}`, {
      headers: { authorization: `Basic ${btoa(`${SMS_ACCOUNT_SID}:${SMS_AUTH_TOKEN}`)}` },
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  const response = await fetchTwilio(".json");
  if (!response.ok) return todo(`Twilio refuses SMS_ACCOUNT_SID and SMS_AUTH_TOKEN (${response.status}).`);
  const { status, type } = accountSchema.parse(await response.json());
  if (status !== "active") return todo(`The account at Twilio is ${status}: nothing is sent before it is active.`);
  if (type === "Trial") return todo("The account at Twilio is a trial: it sends to verified numbers only. Upgrade it.");
  if (!SMS_FROM.startsWith("+")) return ok(`In Twilio, ${instructions}.`);
  const [number] = numbersSchema.parse(
    await (await fetchTwilio(`/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(SMS_FROM)}`)).json(),
  ).incoming_phone_numbers;
  if (!number) return todo(`SMS_FROM, ${SMS_FROM}, is no number of this account at Twilio.`);
  if (number.sms_url === webhookUrl && number.sms_method === "POST") return ok(SMS_FROM);
  return todo(`In Twilio, ${instructions}: nobody's STOP is heard here before.`);
}
