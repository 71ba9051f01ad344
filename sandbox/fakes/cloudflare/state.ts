import { z } from "zod";

const rule = z.strictObject({
  action: z.string(),
  expression: z.string(),
  enabled: z.boolean(),
  action_parameters: z
    .strictObject({ phases: z.array(z.string()).optional(), products: z.array(z.string()).optional() })
    .optional(),
});
const lock = z.strictObject({
  id: z.string(),
  enabled: z.boolean(),
  prefix: z.string().optional(),
  condition: z.union([
    z.strictObject({ type: z.literal("Age"), maxAgeSeconds: z.number() }),
    z.strictObject({ type: z.literal("Date"), date: z.string() }),
    z.strictObject({ type: z.literal("Indefinite") }),
  ]),
});

/** Initially all that a deployment needs; a restart resets it. */
export const accountShape = z.strictObject({
  queues: z.array(z.string()).optional(),
  buckets: z.array(z.string()).optional(),
  crons: z.array(z.string()).optional(),
  /** `read`: the token has every permission at the level Read. */
  token: z.enum(["edit", "read", "expired"]).optional(),
  /** Missing permissions, as the dashboard names them; a permission without Read has no Edit either. */
  lacks: z.array(z.string()).optional(),
  plan: z.enum(["free", "paid"]).optional(),
  /** Domain names. */
  zones: z.array(z.string()).optional(),
  /** Differences from `newZone`, such as {"ssl": "flexible"}. */
  zone_settings: z.record(z.string(), z.string()).optional(),
  bots: z.strictObject({ fight_mode: z.boolean(), sbfm_definitely_automated: z.string().optional() }).optional(),
  rules: z.array(rule).optional(),
  locks: z.array(lock).optional(),
  /** Names of the deployed worker's secrets. */
  secrets: z.array(z.string()).optional(),
  /** Worker by host name. */
  domains: z.record(z.string(), z.string()).optional(),
});
export type AccountState = Required<z.output<typeof accountShape>>;
export const locksShape = z.strictObject({ rules: z.array(lock) });

/** By their API names (developers.cloudflare.com/api/resources/zones/subresources/settings). */
export const newZone: Record<string, string> = {
  ssl: "full",
  always_use_https: "off",
  min_tls_version: "1.0",
  early_hints: "off",
  email_obfuscation: "on",
  rocket_loader: "off",
  mirage: "off",
  browser_check: "on",
};

/** What the shop needs of a zone; without what a new zone has right. */
export const readyZone: Record<string, string> = {
  ssl: "strict",
  always_use_https: "on",
  min_tls_version: "1.2",
  early_hints: "on",
  email_obfuscation: "off",
};

const completeAccount: AccountState = {
  queues: ["wake-ups", "wake-ups-dead"],
  buckets: ["software"],
  crons: ["* * * * *"],
  token: "edit",
  lacks: [],
  plan: "paid",
  zones: ["localhost"],
  zone_settings: readyZone,
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
  state: AccountState = completeAccount;
  /** By "bucket/key". */
  readonly objects = new Map<string, string>();

  change(changes: z.output<typeof accountShape>): void {
    this.state = { ...this.state, ...changes };
  }
}
