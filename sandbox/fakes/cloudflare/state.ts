import { z } from "zod";

const ruleSchema = z.strictObject({
  action: z.string(),
  expression: z.string(),
  enabled: z.boolean(),
  action_parameters: z
    .strictObject({ phases: z.array(z.string()).optional(), products: z.array(z.string()).optional() })
    .optional(),
});
const lockSchema = z.strictObject({
  id: z.string(),
  enabled: z.boolean(),
  prefix: z.string().optional(),
  condition: z.union([
    z.strictObject({ type: z.literal("Age"), maxAgeSeconds: z.number() }),
    z.strictObject({ type: z.literal("Date"), date: z.string() }),
    z.strictObject({ type: z.literal("Indefinite") }),
  ]),
});

export const accountShape = z.strictObject({
  queues: z.array(z.string()).optional(),
  buckets: z.array(z.string()).optional(),
  crons: z.array(z.string()).optional(),
  /** `read`: the token has every permission at the level Read. */
  token: z.enum(["edit", "read", "expired"]).optional(),
  /** Missing permissions, as the dashboard names them; a permission without Read has no Edit either. */
  lacks: z.array(z.string()).optional(),
  plan: z.enum(["free", "paid"]).optional(),
  /** Domain names of the account's zones. */
  zones: z.array(z.string()).optional(),
  /** Differences from `newZoneSettings`, such as {"ssl": "flexible"}. */
  zone_settings: z.record(z.string(), z.string()).optional(),
  bots: z.strictObject({ fight_mode: z.boolean(), sbfm_definitely_automated: z.string().optional() }).optional(),
  rules: z.array(ruleSchema).optional(),
  locks: z.array(lockSchema).optional(),
  /** Names of the deployed worker's secrets. */
  secrets: z.array(z.string()).optional(),
  /** Worker by host name. */
  domains: z.record(z.string(), z.string()).optional(),
});
export type AccountState = Required<z.output<typeof accountShape>>;
export const locksShape = z.strictObject({ rules: z.array(lockSchema) });

/** Settings of a new zone by their API names (developers.cloudflare.com/api/resources/zones/subresources/settings). */
export const newZoneSettings: Record<string, string> = {
  ssl: "full",
  always_use_https: "off",
  min_tls_version: "1.0",
  early_hints: "off",
  email_obfuscation: "on",
  rocket_loader: "off",
  mirage: "off",
  browser_check: "on",
};

/** Settings that the shop needs; those that a new zone already has are absent. */
export const requiredZoneSettings: Record<string, string> = {
  ssl: "strict",
  always_use_https: "on",
  min_tls_version: "1.2",
  early_hints: "on",
  email_obfuscation: "off",
};

const initialAccount: AccountState = {
  queues: ["wake-ups", "wake-ups-dead"],
  buckets: ["software"],
  crons: ["* * * * *"],
  token: "edit",
  lacks: [],
  plan: "paid",
  zones: ["localhost"],
  zone_settings: requiredZoneSettings,
  bots: { fight_mode: false },
  rules: [
    {
      action: "skip",
      expression: 'starts_with(http.request.uri.path, "/v1/callbacks/")',
      enabled: true,
      action_parameters: { phases: ["http_request_firewall_managed", "http_ratelimit"], products: ["bic"] },
    },
    {
      action: "skip",
      expression: 'starts_with(http.request.uri.path, "/v1/")',
      enabled: true,
      action_parameters: { products: ["bic"] },
    },
  ],
  locks: [
    {
      id: "audit-anchors",
      enabled: true,
      prefix: "audit/anchors/",
      condition: { type: "Age", maxAgeSeconds: 315_360_000 },
    },
  ],
  secrets: [],
  domains: {},
};

export class Account {
  readonly id = "5a".repeat(16);
  readonly token = "cloudflare_sandbox";
  state: AccountState = initialAccount;
  /** Contents by "bucket/key". */
  readonly objects = new Map<string, string>();

  change(changes: z.output<typeof accountShape>): void {
    this.state = { ...this.state, ...changes };
  }
}
