import { z } from "zod";
import { hasToken, request } from "../cloudflare.ts";
import type { Target } from "../target.ts";
import { type Check, ok, type Outcome, todo } from "./check.ts";
import { withTokenErrors } from "./cloudflare.ts";
import { hostOf, type Zone, fetchZone } from "./zone-of.ts";

const settingSchema = z.object({ value: z.string() }).nullable();
const botsSchema = z.object({ fight_mode: z.boolean().optional(), sbfm_definitely_automated: z.string().optional() });
const rulesSchema = z.object({
  rules: z
    .array(
      z.object({
        action: z.string().optional(),
        expression: z.string().optional(),
        enabled: z.boolean().optional(),
        action_parameters: z
          .object({ phases: z.array(z.string()).optional(), products: z.array(z.string()).optional() })
          .optional(),
      }),
    )
    .optional(),
});

type Ask = (path: string, permission: string) => Promise<unknown>;

/** Whether the zone is set up as docs/deploy.md and ops/README.md describe. */
export const zoneChecks: Check[] = [
  { name: "zone: settings", run: withZone(checkSettings) },
  { name: "zone: bots", run: withZone(checkBots) },
  { name: "zone: rules", run: withZone(checkRules) },
];

/** `id` is the API's name of a setting, `title` the dashboard's. */
const requiredSettings: { id: string; title: string; says: string; isRight: (value: string) => boolean }[] = [
  { id: "ssl", title: "SSL/TLS encryption mode", says: "Full (strict)", isRight: (value) => value === "strict" },
  { id: "always_use_https", title: "Always Use HTTPS", says: "on", isRight: (value) => value === "on" },
  { id: "min_tls_version", title: "Minimum TLS Version", says: "1.2", isRight: (value) => Number(value) >= 1.2 },
  { id: "early_hints", title: "Early Hints", says: "on", isRight: (value) => value === "on" },
  { id: "email_obfuscation", title: "Email Address Obfuscation", says: "off", isRight: (value) => value === "off" },
  { id: "rocket_loader", title: "Rocket Loader", says: "off", isRight: (value) => value === "off" },
  { id: "mirage", title: "Mirage", says: "off", isRight: (value) => value === "off" },
];

async function checkSettings({ name, id }: Zone, ask: Ask): Promise<Outcome> {
  const values = await Promise.all(
    requiredSettings.map(async (each) => ({
      ...each,
      setting: settingSchema.parse(await ask(`zones/${id}/settings/${each.id}`, "Zone Settings: Read")),
    })),
  );
  // null: the zone's plan lacks the setting
  const wrong = values.filter(({ setting, isRight }) => setting !== null && !isRight(setting.value));
  if (wrong.length === 0) return ok(name);
  return todo(`At the zone ${name} set ${wrong.map(({ title, says }) => `${title} to ${says}`).join(", ")}.`);
}

/**
 * Bot Fight Mode must be off: "You cannot bypass or skip Bot Fight Mode using the Skip action"
 * (https://developers.cloudflare.com/bots/get-started/bot-fight-mode/).
 */
async function checkBots({ name, id }: Zone, ask: Ask): Promise<Outcome> {
  const { fight_mode } = botsSchema.parse(await ask(`zones/${id}/bot_management`, "Bot Management: Read"));
  if (!fight_mode) return ok();
  return todo(
    `Turn Bot Fight Mode off at the zone ${name}: it challenges Stripe, Resend and the desktop app, and no rule can skip it.`,
  );
}

const managedPhases = ["http_request_firewall_managed", "http_ratelimit"];
/** Names of the dashboard (https://developers.cloudflare.com/waf/custom-rules/skip/options/). */
const titles: Record<string, string> = {
  http_request_firewall_managed: "managed rules",
  http_ratelimit: "rate limiting",
  http_request_sbfm: "Super Bot Fight Mode",
  bic: "Browser Integrity Check",
};

/**
 * Checks the rules for /v1/, which programs call: no protection may block webhooks, and no protection that expects a
 * browser may block the desktop app.
 */
async function checkRules({ name, id }: Zone, ask: Ask): Promise<Outcome> {
  const answer = await ask(`zones/${id}/rulesets/phases/http_request_firewall_custom/entrypoint`, "Zone WAF: Read");
  const { sbfm_definitely_automated = "allow" } = botsSchema.parse(
    await ask(`zones/${id}/bot_management`, "Bot Management: Read"),
  );
  const browser = settingSchema.parse(await ask(`zones/${id}/settings/browser_check`, "Zone Settings: Read"));
  const browserProtections = [
    ...(sbfm_definitely_automated === "allow" ? [] : ["http_request_sbfm"]),
    ...(browser?.value === "on" ? ["bic"] : []),
  ];
  const rules = (rulesSchema.nullable().parse(answer)?.rules ?? []).filter(
    ({ action, enabled }) => action === "skip" && enabled !== false,
  );
  const findSkipped = (path: string) =>
    rules
      .filter(({ expression = "" }) => parsePaths(expression).some((start) => path.startsWith(start)))
      .flatMap(({ action_parameters }) => [
        ...(action_parameters?.phases ?? []),
        ...(action_parameters?.products ?? []),
      ]);
  for (const { path, needs } of [
    { path: "/v1/callbacks/", needs: [...managedPhases, ...browserProtections] },
    { path: "/v1/", needs: browserProtections },
  ]) {
    const skipped = findSkipped(path);
    const missing = needs.filter((each) => !skipped.includes(each));
    if (missing.length === 0) continue;
    const what = missing.map((each) => titles[each]).join(", ");
    return todo(
      `Add a custom rule at the zone ${name} that skips ${what} for starts_with(http.request.uri.path, "${path}").`,
    );
  }
  return ok();
}

/** Path prefixes that alone satisfy a rule; alternatives with further conditions are omitted. */
const parsePaths = (expression: string): string[] =>
  expression
    .split(/\s+or\s+/)
    .flatMap((each) => /^\(?starts_with\(http\.request\.uri\.path, "([^"]+)"\)\)?$/.exec(each.trim())?.[1] ?? []);

function withZone(run: (zone: Zone, ask: Ask) => Promise<Outcome>): Check["run"] {
  return withTokenErrors(async ({ settings }: Target) => {
    if (!hasToken(settings)) return ok("not asked without CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID");
    const ask: Ask = (path, permission) => request(settings, { path, permission });
    const zone = await fetchZone(settings);
    if (zone) return run(zone, ask);
    return todo(
      `Add the domain of ${hostOf(settings)} at https://dash.cloudflare.com: its DNS is not at Cloudflare, or the token may not see its zone.`,
    );
  });
}
