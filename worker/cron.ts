/** Cloudflare calls us each minute (UTC); the same expression stands in wrangler.toml. */
export const cron = "* * * * *";

/** When a scheduled job is due: each minute, or each hour at this one. */
type Due = { minute?: number };

export const schedule = {
  "deliver-outbox": {},
  "sweep-payments": {},
  "raise-alarms": {},
  "clean-up": { minute: 17 },
  "reconcile-payments": { minute: 41 },
} satisfies Record<string, Due>;

export type JobName = keyof typeof schedule;

/** Whether there is a job of this name. */
export const isJob = (name: string): name is JobName => Object.hasOwn(schedule, name);

export const jobNames: readonly JobName[] = Object.keys(schedule).filter(isJob);

function minuteOf(name: JobName): number | undefined {
  const { minute }: Due = schedule[name];
  return minute;
}

/** The jobs that are due in the minute of `at`. */
export const dueAt = (at: Date): JobName[] =>
  jobNames.filter((name) => [undefined, at.getUTCMinutes()].includes(minuteOf(name)));

/** When a job is due, in words. */
export function timesOf(name: JobName): string {
  const minute = minuteOf(name);
  return minute === undefined ? "each minute" : `each hour at :${String(minute).padStart(2, "0")}`;
}
