import type { TaskName } from "./contract/tasks.ts";

/** Cloudflare's trigger each minute (UTC); wrangler.toml has the same expression. */
export const cron = "* * * * *";

/** Due minutes, of every hour or only of `hours` (UTC); an empty object is due every minute. */
type DueTimes = { minutes?: readonly number[]; hours?: readonly number[] };
const quarters = [0, 15, 30, 45];

/** The queue continues a run that is longer than one invocation of the worker. */
const taskSchedule: Record<TaskName, DueTimes> = {
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
 * Jobs run in this order: the alarms first, because a later job may be slow, then outgoing messages, payments and
 * scheduled prices, whose queue messages may be lost. All jobs except the alarms share few minutes, so that an idle
 * database wakes only four times an hour; with ALARM_URL, the alarms wake it every minute (ADR-038).
 */
const schedule = {
  "raise-alarms": {},
  "deliver-outbox": { minutes: quarters },
  "sweep-payments": { minutes: quarters },
  "apply-scheduled-prices": { minutes: quarters },
  "clean-up": { minutes: [15] },
  "anchor-audit": { minutes: [15] },
  "reconcile-payments": { minutes: [45] },
  "continue-tasks": { minutes: quarters },
  ...taskSchedule,
} satisfies Record<string, DueTimes>;

export type JobName = keyof typeof schedule;

export const isJob = (name: string): name is JobName => Object.hasOwn(schedule, name);

export const isTask = (name: JobName): name is TaskName => Object.hasOwn(taskSchedule, name);

export const jobNames: readonly JobName[] = Object.keys(schedule).filter(isJob);

const dueTimes = (name: JobName): DueTimes => schedule[name];

export const jobsDueAt = (at: Date): JobName[] =>
  jobNames.filter((name) => {
    const { minutes, hours } = dueTimes(name);
    return (minutes?.includes(at.getUTCMinutes()) ?? true) && (hours?.includes(at.getUTCHours()) ?? true);
  });

const twoDigits = (value: number) => String(value).padStart(2, "0");

export function formatSchedule(name: JobName): string {
  const { minutes = [], hours } = dueTimes(name);
  if (minutes.length === 0) return "each minute";
  if (!hours) return `each hour at ${minutes.map((minute) => `:${twoDigits(minute)}`).join(", ")}`;
  const times = hours.flatMap((hour) => minutes.map((minute) => `${twoDigits(hour)}:${twoDigits(minute)}`));
  return `each day at ${times.join(", ")} UTC`;
}
