import { type JobName, schedule } from "./cron.ts";
import { processEvents, reconcile } from "./domain/callbacks/index.ts";
import type { Ctx } from "./domain/context.ts";
import { remindOfConfirmations } from "./domain/invoices/index.ts";
import * as limits from "./domain/limits/index.ts";
import * as notifications from "./domain/notifications/index.ts";
import { sweepAttempts } from "./domain/payments/index.ts";
import * as sessions from "./domain/sessions/index.ts";
import * as signIn from "./domain/sign-in/index.ts";
import { type JobCounts, runExclusively } from "./domain/tasks/index.ts";
import { reportTaxes } from "./domain/taxes/index.ts";
import * as verification from "./domain/verification/index.ts";

type Job = (ctx: Ctx) => Promise<JobCounts>;

const jobs: Record<JobName, Job> = {
  "deliver-outbox": notifications.deliverOutbox,
  "sweep-payments": inTurn(processEvents, sweepAttempts, reportTaxes),
  "reconcile-payments": inTurn(reconcile, remindOfConfirmations),
  "clean-up": inTurn(limits.cleanUp, notifications.cleanUp, sessions.cleanUp, signIn.cleanUp, verification.cleanUp),
};

const isJob = (name: string): name is JobName => Object.hasOwn(jobs, name);
const isTime = (cron: string): cron is keyof typeof schedule => Object.hasOwn(schedule, cron);

/**
 * Runs the jobs of a cron expression side by side, or the one job that is named instead, as the sandbox does. A job never
 * overlaps with itself. Throws what the first failed job threw, after all have ended; throws on what is no time and no job.
 */
export async function runJobs(ctx: Ctx, cron: string): Promise<void> {
  const due = isTime(cron) ? schedule[cron] : isJob(cron) ? [cron] : undefined;
  if (!due) throw new Error(`no job runs at ${cron}`);
  const results = await Promise.allSettled(due.map((name) => runJob(ctx, name)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function runJob(ctx: Ctx, name: JobName): Promise<void> {
  const started = Date.now();
  const hasRun = await runExclusively(ctx, name, () => jobs[name](ctx));
  ctx.log({ event: "job", job: name, ran: hasRun, ms: Date.now() - started });
}

function inTurn(...parts: Job[]): Job {
  return async (ctx) => {
    const sum = { found: 0, processed: 0 };
    for (const part of parts) {
      const counts = await part(ctx);
      sum.found += counts.found;
      sum.processed += counts.processed;
    }
    return sum;
  };
}
