import { z } from "zod";

/** Resources of the account: initially all of wrangler.toml, reset by a restart. */
export const accountShape = z.strictObject({
  queues: z.array(z.string()).optional(),
  buckets: z.array(z.string()).optional(),
  crons: z.array(z.string()).optional(),
  /** What the token may do with scripts and queues. */
  token: z.enum(["edit", "read", "expired"]).optional(),
});

export class Account {
  readonly id = "5a".repeat(16);
  readonly token = "cloudflare_sandbox";
  queues = ["wake-ups", "wake-ups-dead"];
  buckets = ["software"];
  crons = ["* * * * *"];
  may: "edit" | "read" | "expired" = "edit";
  /** R2 objects by "bucket/key". */
  readonly objects = new Map<string, string>();

  /** Updates the given parts. */
  change({ queues, buckets, crons, token }: z.output<typeof accountShape>): void {
    this.queues = queues ?? this.queues;
    this.buckets = buckets ?? this.buckets;
    this.crons = crons ?? this.crons;
    this.may = token ?? this.may;
  }
}
