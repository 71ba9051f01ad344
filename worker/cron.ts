/** Cloudflare calls us each minute (UTC); the same expression stands in wrangler.toml. */
export const cron = "* * * * *";

/** When a scheduled job is due: each minute, or each hour at these. */
type Due = { minutes?: readonly number[] };
const quarters = [0, 15, 30, 45];

/**
 * The first two are a net under the queue, which wakes the worker when something waits. All but the alarms, which are looked
 * for only where somebody asked to be told, run in the same minutes, so that an idle database is woken four times an hour.
 */
export const schedule = {
  "deliver-outbox": { minutes: quarters },
  "sweep-payments": { minutes: quarters },
  "raise-alarms": {},
  "clean-up": { minutes: [15] },
  "reconcile-payments": { minutes: [45] },
} satisfies Record<string, Due>;

export type JobName = keyof typeof schedule;

/** Whether there is a job of this name. */
export const isJob = (name: string): name is JobName => Object.hasOwn(schedule, name);

export const jobNames: readonly JobName[] = Object.keys(schedule).filter(isJob);

function minutesOf(name: JobName): readonly number[] | undefined {
  const { minutes }: Due = schedule[name];
  return minutes;
}

/** The jobs that are due in the minute of `at`. */
export const dueAt = (at: Date): JobName[] =>
  jobNames.filter((name) => minutesOf(name)?.includes(at.getUTCMinutes()) ?? true);

/** When a job is due, in words. */
export function timesOf(name: JobName): string {
  const minutes = minutesOf(name)?.map((minute) => `:${String(minute).padStart(2, "0")}`);
  return minutes ? `each hour at ${minutes.join(", ")}` : "each minute";
}
