import { z } from "zod";

/** What the account has; the sandbox's has all that wrangler.toml names. Forgotten with a restart. */
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
  /** Of R2, by "bucket/key", as its API keeps them. */
  readonly objects = new Map<string, string>();

  /** Changes what is named. */
  change({ queues, buckets, crons }: z.output<typeof accountShape>): void {
    this.queues = queues ?? this.queues;
    this.buckets = buckets ?? this.buckets;
    this.crons = crons ?? this.crons;
  }
}
