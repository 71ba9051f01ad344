/** Scheduled jobs and when they run (UTC); the expressions also stand in wrangler.toml, each belongs to one job. */
export const jobs: Record<string, string> = {
  "deliver-outbox": "* * * * *",
  "sweep-payments": "*/1 * * * *",
  "reconcile-payments": "41 4 * * *",
  "clean-up": "17 * * * *",
};
