import * as z from "zod/mini";
import { cookieDomainProblem } from "./contract/hosts.ts";
import { pages } from "./contract/pages.ts";
import { flowpointDownload } from "./contract/paths.ts";
import type { Bucket } from "./gateways/files/index.ts";

const url = (fallback?: string) => (fallback === undefined ? z.url() : z._default(z.url(), fallback));
const text = () => z.string().check(z.minLength(1));
const optional = () => z._default(z.string(), "");

const settingsSchema = z.object({
  DATABASE_URL: z.string().check(z.startsWith("postgres")),
  NEON_FETCH_ENDPOINT: optional(),
  NEON_WS_PROXY: optional(),
  PUBLIC_URL: url(),
  /** Which shop this is: only in production must the payment provider be in live mode. */
  STAGE: z._default(z.enum(["production", "staging", "sandbox"]), "production"),
  MAIN_WEB_URL: optional(),
  ADMIN_WEB_URL: optional(),
  /** The domain above the hosts of a shop that spans several; the session is a cookie of it. */
  COOKIE_DOMAIN: optional(),
  DESKTOP_SCHEME: z._default(z.string().check(z.regex(/^[a-z][a-z0-9+.-]*:\/\/$/)), "flowpoint://"),
  /** Exact addresses of the desktop app, with commas between; any of its scheme when empty. */
  DESKTOP_REDIRECT_URIS: optional(),
  /** Where the installer of the desktop app is; our own download of its newest published version when empty. */
  FLOWPOINT_DOWNLOAD_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  ALLOWED_ORIGINS: optional(),
  /** Hosts besides our own at which pictures of products may stand, as https://images.example.com with commas between. */
  IMAGE_ORIGINS: z._default(z.string().check(z.regex(/^(https:\/\/[a-z0-9.-]+(:\d+)?(,\s*(?=h)|$))*$/)), ""),
  CAPTCHA_SITE_KEY: text(),
  CAPTCHA_SECRET: text(),
  CAPTCHA_VERIFY_URL: url("https://www.google.com/recaptcha/api/siteverify"),
  CAPTCHA_SCRIPT_URL: url("https://www.google.com/recaptcha/api.js"),
  CAPTCHA_HOSTNAMES: optional(),
  EMAIL_API_URL: url("https://api.resend.com"),
  EMAIL_API_KEY: text(),
  EMAIL_FROM: text(),
  /** Requests to the provider a second, all workers together. */
  EMAIL_REQUESTS_PER_SECOND: z._default(z.coerce.number().check(z.positive()), 2),
  /** Several where one is being replaced, separated by commas; none refuses every webhook of the provider. */
  EMAIL_WEBHOOK_SECRET: optional(),
  SMS_API_URL: url("https://api.twilio.com"),
  SMS_ACCOUNT_SID: optional(),
  SMS_AUTH_TOKEN: optional(),
  SMS_FROM: optional(),
  /** The carrier Fulex: all of them, or none. */
  FULEX_API_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  FULEX_CLIENT_ID: optional(),
  FULEX_CLIENT_SECRET: optional(),
  FULEX_ACCOUNT_NUMBER: optional(),
  /** Who sends, with semicolons between: company; phone; street; city; state; postal code; country of two letters. */
  FULEX_SHIPPER: z._default(
    z.union([z.literal(""), z.string().check(z.regex(/^([^;]*\S[^;]*;){6}\s*[A-Z]{2}\s*$/))]),
    "",
  ),
  /** What stands before a tracking number in the address where people follow a package. */
  FULEX_TRACKING_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  /** The registry of builds, in GitHub's REST protocol; without token and owner nothing is imported. */
  BUILDS_API_URL: url("https://api.github.com"),
  /** Where the API leads for the content of an asset, and nowhere else. */
  BUILDS_FILES_ORIGIN: url("https://release-assets.githubusercontent.com"),
  BUILDS_TOKEN: optional(),
  /** The organization whose repositories are imported. */
  BUILDS_OWNER: z._default(z.string().check(z.regex(/^[A-Za-z0-9-]*$/)), ""),
  BUILDS_FLOWPOINT_REPOSITORY: z._default(text(), "flowpoint"),
  /** The topic of the repositories that are plugins. */
  BUILDS_PLUGIN_TOPIC: z._default(text(), "flowpoint-plugin"),
  STRIPE_SECRET_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  STRIPE_API_URL: url("https://api.stripe.com"),
  /** The account's own host, as https://1234567.suitetalk.api.netsuite.com; empty without an accounting system. */
  NETSUITE_API_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  NETSUITE_CLIENT_ID: optional(),
  NETSUITE_CERTIFICATE_ID: optional(),
  NETSUITE_PRIVATE_KEY: optional(),
  /** The items of the account, by their internal ids, that tax and shipping are invoiced as. */
  NETSUITE_TAX_ITEM: optional(),
  NETSUITE_SHIPPING_ITEM: optional(),
  /** Shown by NetSuite when it tells of a changed customer; empty is nobody's. */
  NETSUITE_CALLBACK_TOKEN: optional(),
  SUPPORT_EMAIL: text(),
  /** Shown as bearer token it makes /metrics exact; empty is nobody's. */
  METRICS_TOKEN: optional(),
  CODE_PEPPER: z.string().check(z.minLength(32)),
  /** The one before, as long as links that were made with it may be opened. */
  CODE_PEPPER_PREVIOUS: z._default(z.union([z.literal(""), z.string().check(z.minLength(32))]), ""),
  /** A webhook that is told what is bad, each minute. */
  ALARM_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  /** Parses the rows of statements by their shapes, for tests. */
  CHECK_ROWS: z._default(z.stringbool(), false),
  RATE_LIMIT_SCALE: z._default(z.coerce.number().check(z.positive()), 1),
});

/** The names of everything that the worker can be told. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = z.output<typeof settingsSchema>;
/** What Cloudflare binds beside the settings; without any of it the product does the same, later or less coarsely. */
export type Env = Record<string, unknown> & {
  WAKE_UPS?: { send(message: unknown, options?: { delaySeconds?: number }): Promise<unknown> };
  COARSE_LIMIT?: CoarseLimit;
  /** Without it there is nothing to download. */
  FILES?: Bucket;
};

/** https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit */
export type CoarseLimit = { limit(options: { key: string }): Promise<{ success: boolean }> };

/** Settings that serve only together: a forgotten one would be found when the first message is to be sent. */
function requireAllOrNone(settings: Settings, names: (keyof Settings)[], without: string): void {
  const missing = names.filter((name) => settings[name] === "");
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(
      `Settings are missing or wrong. ${missing.join(", ")}: set all of ${names.join(", ")}, or none of them ${without}. See docs/settings.md.`,
    );
}

/** Parses the bindings; a missing or wrong setting stops the worker with the names of what must be mended. */
export function parseSettings(env: Env): Settings {
  const parsed = settingsSchema.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Settings are missing or wrong. ${lines.join("; ")}. See docs/settings.md.`);
  }
  const settings = parsed.data;
  requireAllOrNone(settings, ["SMS_ACCOUNT_SID", "SMS_AUTH_TOKEN", "SMS_FROM"], "to send no text messages");
  requireAllOrNone(
    settings,
    ["FULEX_API_URL", "FULEX_CLIENT_ID", "FULEX_CLIENT_SECRET", "FULEX_ACCOUNT_NUMBER", "FULEX_SHIPPER"],
    "to make no shipments at the carrier",
  );
  requireAllOrNone(settings, ["BUILDS_TOKEN", "BUILDS_OWNER"], "to import no builds");
  requireAllOrNone(
    settings,
    ["NETSUITE_API_URL", "NETSUITE_CLIENT_ID", "NETSUITE_CERTIFICATE_ID", "NETSUITE_PRIVATE_KEY"],
    "to run without an accounting system",
  );
  const base = settings.PUBLIC_URL.replace(/\/$/, "");
  const addresses = {
    PUBLIC_URL: base,
    MAIN_WEB_URL: settings.MAIN_WEB_URL || base + pages.store,
    ADMIN_WEB_URL: settings.ADMIN_WEB_URL || base + pages.admin,
  };
  const problem = cookieDomainProblem({ ...settings, ...addresses });
  if (problem) throw new Error(`Settings are missing or wrong. COOKIE_DOMAIN: ${problem}. See docs/settings.md.`);
  return {
    ...settings,
    ...addresses,
    FLOWPOINT_DOWNLOAD_URL: settings.FLOWPOINT_DOWNLOAD_URL || base + flowpointDownload,
    CAPTCHA_HOSTNAMES: settings.CAPTCHA_HOSTNAMES || new URL(base).hostname,
  };
}
