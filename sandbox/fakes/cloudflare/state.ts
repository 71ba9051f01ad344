import { z } from "zod";

/** Resources of the account: initially all of wrangler.toml, reset by a restart. */
export const accountShape = z.strictObject({
  queues: z.array(z.string()).optional(),
  buckets: z.array(z.string()).optional(),
  crons: z.array(z.string()).optional(),
});

export class Account {
  readonly id = "5a".repeat(16);
  readonly token = "cloudflare_sandbox";
  queues = ["wake-ups", "wake-ups-dead"];
  buckets = ["software"];
  crons = ["* * * * *"];
  /** R2 objects by "bucket/key". */
  readonly objects = new Map<string, string>();

  /** Updates the given parts. */
  change({ queues, buckets, crons }: z.output<typeof accountShape>): void {
    this.queues = queues ?? this.queues;
    this.buckets = buckets ?? this.buckets;
    this.crons = crons ?? this.crons;
  }
}
