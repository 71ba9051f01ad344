/** Scheduled jobs and when they run (UTC); the expressions also stand in wrangler.toml, each belongs to one job. */
export const jobs: Record<string, string> = {
  "deliver-outbox": "* * * * *",
  "clean-up": "17 * * * *",
};
