/** When the scheduled jobs run (UTC); the same expressions stand in wrangler.toml. */
export const schedule = {
  "* * * * *": ["deliver-outbox", "sweep-payments"],
  "17 * * * *": ["clean-up"],
  "41 * * * *": ["reconcile-payments"],
} as const;

export type JobName = (typeof schedule)[keyof typeof schedule][number];
