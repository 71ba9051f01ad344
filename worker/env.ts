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
  /** Only production needs the payment provider's live mode. */
  STAGE: z._default(z.enum(["production", "staging", "sandbox"]), "production"),
  MAIN_WEB_URL: optional(),
  ADMIN_WEB_URL: optional(),
  /** Set for a shop on several hosts: their parent domain, which is also the domain of the session cookie. */
  COOKIE_DOMAIN: optional(),
  /** Whether administrators must have a passkey or an authenticator app. */
  ADMIN_SECOND_FACTOR: z._default(z.enum(["required", "optional"]), "required"),
  DESKTOP_SCHEME: z._default(z.string().check(z.regex(/^[a-z][a-z0-9+.-]*:\/\/$/)), "flowpoint://"),
  /**
   * Further redirect URIs of the desktop app, comma-separated and exact; a redirect to DESKTOP_SCHEME alone is always
   * allowed.
   */
  DESKTOP_REDIRECT_URIS: optional(),
  /** Installer of the desktop app; empty: our download of the newest published version. */
  FLOWPOINT_DOWNLOAD_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  ALLOWED_ORIGINS: optional(),
  /** External hosts of product pictures, comma-separated, such as https://images.example.com. */
  IMAGE_ORIGINS: z._default(z.string().check(z.regex(/^(https:\/\/[a-z0-9.-]+(:\d+)?(,\s*(?=h)|$))*$/)), ""),
  CAPTCHA_SITE_KEY: text(),
  CAPTCHA_SECRET: text(),
  CAPTCHA_VERIFY_URL: url("https://www.google.com/recaptcha/api/siteverify"),
  CAPTCHA_SCRIPT_URL: url("https://www.google.com/recaptcha/api.js"),
  CAPTCHA_HOSTNAMES: optional(),
  EMAIL_API_URL: url("https://api.resend.com"),
  EMAIL_API_KEY: text(),
  EMAIL_FROM: text(),
  /** Limit of requests to the mail provider by all workers together. */
  EMAIL_REQUESTS_PER_SECOND: z._default(z.coerce.number().check(z.positive()), 2),
  /** Secrets of the mail provider's webhooks, comma-separated during a rotation; empty: every webhook is rejected. */
  EMAIL_WEBHOOK_SECRET: optional(),
  SMS_API_URL: url("https://api.twilio.com"),
  SMS_ACCOUNT_SID: optional(),
  SMS_AUTH_TOKEN: optional(),
  SMS_FROM: optional(),
  /** The carrier Fulex: all of these settings or none; FULEX_TRACKING_URL is optional. */
  FULEX_API_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  FULEX_CLIENT_ID: optional(),
  FULEX_CLIENT_SECRET: optional(),
  FULEX_ACCOUNT_NUMBER: optional(),
  /** Sender, separated by semicolons: company; phone; street; city; state; postal code; two-letter country code. */
  FULEX_SHIPPER: z._default(
    z.union([z.literal(""), z.string().check(z.regex(/^([^;]*\S[^;]*;){6}\s*[A-Z]{2}\s*$/))]),
    "",
  ),
  FULEX_TRACKING_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  /** The registry of builds, in GitHub's REST protocol; without token and owner nothing is imported. */
  BUILDS_API_URL: url("https://api.github.com"),
  /** The only redirect target of asset downloads. */
  BUILDS_FILES_ORIGIN: url("https://release-assets.githubusercontent.com"),
  BUILDS_TOKEN: optional(),
  BUILDS_OWNER: z._default(z.string().check(z.regex(/^[A-Za-z0-9-]*$/)), ""),
  BUILDS_FLOWPOINT_REPOSITORY: z._default(text(), "flowpoint"),
  BUILDS_PLUGIN_TOPIC: z._default(text(), "flowpoint-plugin"),
  BUILDS_FIRMWARE_TOPIC: z._default(text(), "flowpoint-firmware"),
  STRIPE_SECRET_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  STRIPE_API_URL: url("https://api.stripe.com"),
  /** URL of the NetSuite account, such as https://1234567.suitetalk.api.netsuite.com; empty: no accounting system. */
  NETSUITE_API_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  NETSUITE_CLIENT_ID: optional(),
  NETSUITE_CERTIFICATE_ID: optional(),
  NETSUITE_PRIVATE_KEY: optional(),
  /** Internal ids of the NetSuite items for tax and shipping. */
  NETSUITE_TAX_ITEM: optional(),
  NETSUITE_SHIPPING_ITEM: optional(),
  /**
   * Internal id of NetSuite's bank account for payments and refunds; "none": payments and refunds are not recorded in
   * NetSuite; empty: nothing is exported.
   */
  NETSUITE_PAYMENT_ACCOUNT: z._default(z.string().check(z.regex(/^(\d*|none)$/)), ""),
  /**
   * Internal ids of NetSuite's terms by their days, such as 15:4,30:2; orders on account with other terms are not
   * exported.
   */
  NETSUITE_TERMS: z._default(z.string().check(z.regex(/^(\d{1,3}:\d{1,18}(,(?=\d)|$))*$/)), ""),
  /** Whether invoices wait until the warehouse has fulfilled the order in NetSuite. */
  NETSUITE_INVOICE_AFTER_FULFILMENT: z._default(z.stringbool(), false),
  /** Whether exported records tell NetSuite to compute no tax; only for accounts with SuiteTax. */
  NETSUITE_TAX_DETAILS_OVERRIDE: z._default(z.stringbool(), false),
  /** Token of NetSuite's customer webhooks; empty: every webhook is rejected. */
  NETSUITE_CALLBACK_TOKEN: optional(),
  SUPPORT_EMAIL: text(),
  /** Bearer token for exact values at /metrics; empty: everyone gets rounded values. */
  METRICS_TOKEN: optional(),
  CODE_PEPPER: z.string().check(z.minLength(32)),
  /** The previous value of CODE_PEPPER, set while links and sealed secrets that were made with it are in use. */
  CODE_PEPPER_PREVIOUS: z._default(z.union([z.literal(""), z.string().check(z.minLength(32))]), ""),
  ALARM_URL: z._default(z.union([z.literal(""), z.url()]), ""),
  /** Validates result rows of statements, for tests. */
  CHECK_ROWS: z._default(z.stringbool(), false),
  RATE_LIMIT_SCALE: z._default(z.coerce.number().check(z.positive()), 1),
});

export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);

export type Settings = z.output<typeof settingsSchema>;
/** Cloudflare bindings besides settings, all optional. */
export type Env = Record<string, unknown> & {
  WAKE_UPS?: { send(message: unknown, options?: { delaySeconds?: number }): Promise<unknown> };
  COARSE_LIMIT?: CoarseLimit;
  METRICS?: AnalyticsDataset;
  /** R2 bucket; without it downloads are unavailable. */
  FILES?: Bucket;
  /** https://developers.cloudflare.com/workers/runtime-apis/bindings/version-metadata */
  VERSION?: { id: string };
};

/** https://developers.cloudflare.com/analytics/analytics-engine/get-started/ */
type AnalyticsDataset = {
  writeDataPoint(point: { indexes: [string]; blobs: string[]; doubles: number[] }): void;
};

/** https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit */
export type CoarseLimit = { limit(options: { key: string }): Promise<{ success: boolean }> };

function requireAllOrNone(settings: Settings, names: (keyof Settings)[], consequence: string): void {
  const missing = names.filter((name) => settings[name] === "");
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(
      `Settings are missing or wrong. ${missing.join(", ")}: set all of ${names.join(", ")}, or none of them ${consequence}. See docs/settings.md.`,
    );
}

/** @throws with the names of all missing or invalid settings */
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
