import type { TaskName } from "./contract/tasks.ts";

/** Cloudflare's trigger each minute (UTC); wrangler.toml has the same expression. */
export const cron = "* * * * *";

/** Schedule of a job: every minute, or these minutes of each hour, or of these hours (UTC). */
type Due = { minutes?: readonly number[]; hours?: readonly number[] };
const quarters = [0, 15, 30, 45];

/** Start times of tasks, which are jobs of the same names; the queue continues long ones. */
const taskSchedule: Record<TaskName, Due> = {
  organizations: { minutes: [0], hours: [2] },
  products: { minutes: [15], hours: [2] },
  invoices: { minutes: quarters },
  "tracking-number": { minutes: quarters },
  "flowpoint-versions": { minutes: [30] },
  "plugins-builds": { minutes: [30] },
  "subscription-status": { minutes: [0] },
  shipping: { minutes: [15] },
  books: { minutes: [30], hours: [4] },
};

/**
 * The first three jobs retry what a lost queue message left. All but the alarms share their minutes, so that an idle
 * database is woken only four times an hour (ADR-038).
 */
const schedule = {
  "deliver-outbox": { minutes: quarters },
  "sweep-payments": { minutes: quarters },
  "apply-scheduled-prices": { minutes: quarters },
  "raise-alarms": {},
  "clean-up": { minutes: [15] },
  "anchor-audit": { minutes: [15] },
  "reconcile-payments": { minutes: [45] },
  "continue-tasks": { minutes: quarters },
  ...taskSchedule,
} satisfies Record<string, Due>;

export type JobName = keyof typeof schedule;

export const isJob = (name: string): name is JobName => Object.hasOwn(schedule, name);

/** Whether a job is a task with recorded runs. */
export const isTask = (name: JobName): name is TaskName => Object.hasOwn(taskSchedule, name);

export const jobNames: readonly JobName[] = Object.keys(schedule).filter(isJob);

const dueTimes = (name: JobName): Due => schedule[name];

/** Jobs due in the minute of `at`. */
export const dueAt = (at: Date): JobName[] =>
  jobNames.filter((name) => {
    const { minutes, hours } = dueTimes(name);
    return (minutes?.includes(at.getUTCMinutes()) ?? true) && (hours?.includes(at.getUTCHours()) ?? true);
  });

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A job's schedule in words. */
export function timesOf(name: JobName): string {
  const { minutes = [], hours } = dueTimes(name);
  if (minutes.length === 0) return "each minute";
  if (!hours) return `each hour at ${minutes.map((minute) => `:${twoDigits(minute)}`).join(", ")}`;
  const times = hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
  return `each day at ${times.join(", ")} UTC`;
}
