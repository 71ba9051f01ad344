import { cron, dueAt, isJob, isTask, type JobName, type TaskJobName } from "./cron.ts";
import { takeOverToldCustomers } from "./domain/accounting/index.ts";
import { raiseAlarms, tellBlindness } from "./domain/alarms/index.ts";
import * as broadcasts from "./domain/broadcasts/index.ts";
import { anchorAudit } from "./domain/audit/index.ts";
import * as carts from "./domain/carts/index.ts";
import * as callbacks from "./domain/callbacks/index.ts";
import * as clientLogs from "./domain/client-logs/index.ts";
import type { Ctx } from "./domain/context.ts";
import { remindOfConfirmations } from "./domain/invoices/index.ts";
import * as handOff from "./domain/hand-off/index.ts";
import * as images from "./domain/images/index.ts";
import * as limits from "./domain/limits/index.ts";
import * as notifications from "./domain/notifications/index.ts";
import { applyScheduledPrices } from "./domain/merchandising/index.ts";
import * as productImports from "./domain/product-imports/index.ts";
import { sweepAttempts } from "./domain/payments/index.ts";
import { sweepRefunds } from "./domain/refunds/index.ts";
import { sweepPackages } from "./domain/shipping/index.ts";
import { remindOfRenewals } from "./domain/subscriptions/index.ts";
import * as sessions from "./domain/sessions/index.ts";
import * as phones from "./domain/phones/index.ts";
import * as signIn from "./domain/sign-in/index.ts";
import * as tasks from "./domain/tasks/index.ts";
import { reportTaxes } from "./domain/taxes/index.ts";
import * as verification from "./domain/verification/index.ts";

type Job = (ctx: Ctx) => Promise<tasks.JobCounts>;

/** The tasks are jobs, too, each by its own lease. */
const jobs: Record<Exclude<JobName, TaskJobName>, Job> = {
  "sweep-payments": inTurn(callbacks.processEvents, sweepAttempts, sweepRefunds, reportTaxes),
  "deliver-outbox": inTurn(broadcasts.continueBroadcasts, notifications.deliverOutbox, notifications.deliverTexts),
  "apply-scheduled-prices": applyScheduledPrices,
  "raise-alarms": raiseAlarms,
  "reconcile-payments": inTurn(callbacks.reconcile, remindOfConfirmations, remindOfRenewals),
  "clean-up": inTurn(
    limits.deleteExpiredCounters,
    notifications.deleteSentMail,
    broadcasts.deleteOldDrafts,
    sessions.noteRunOut,
    sessions.deleteOldSessions,
    handOff.deleteOldAuthorizationCodes,
    signIn.deleteOldSignInCodes,
    phones.deleteOldPhoneCodes,
    tasks.deleteOldTaskRuns,
    verification.deleteOldVerificationCodes,
    carts.emptyOldCarts,
    productImports.deleteOldProductImports,
    callbacks.deleteOldWebhookEvents,
    clientLogs.deleteOldClientLogs,
    sweepPackages,
    images.deleteUnusedImages,
  ),
  "continue-tasks": inTurn(tasks.continueTasks, takeOverToldCustomers),
  "anchor-audit": anchorAudit,
};

/**
 * Runs the jobs that are due in the minute of `at` side by side, or the one job that is named in place of the cron, as the
 * sandbox does. A job never overlaps with itself. Throws what the first failed job threw, after all have ended; throws on
 * what is neither the cron nor a job.
 */
export async function runJobs(ctx: Ctx, cronOrJob: string, at: Date): Promise<void> {
  const isScheduled = cronOrJob === cron;
  const due = isScheduled ? dueAt(at) : isJob(cronOrJob) ? [cronOrJob] : undefined;
  if (!due) throw new Error(`no job runs at ${cronOrJob}`);
  await settle(due.map((name) => runJob(ctx, name)));
  if (isScheduled && due.includes("deliver-outbox")) await tasks.planWakeUp(ctx);
}

/**
 * Does what a wake-up announced: notifications to many, mails, callbacks, payments, runs of tasks and scheduled prices wait in tables, and none may keep the others
 * from being taken up.
 * Whatever waits for later is woken for by a wake-up of its own, so that nobody has to look every minute.
 */
export async function takeUpWork(ctx: Ctx): Promise<void> {
  try {
    await settle([
      broadcasts.continueBroadcasts(ctx),
      notifications.deliverOutbox(ctx),
      notifications.deliverTexts(ctx),
      callbacks.processEvents(ctx),
      sweepAttempts(ctx),
      tasks.continueTasks(ctx),
      takeOverToldCustomers(ctx),
      applyScheduledPrices(ctx),
    ]);
  } finally {
    await tasks.planWakeUp(ctx);
  }
}

/** Throws what the first failed one threw, after all have ended. */
async function settle(work: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === "rejected") throw result.reason;
}

async function runJob(ctx: Ctx, name: JobName): Promise<void> {
  // Nobody asked to be told: the database is left alone.
  if (name === "raise-alarms" && !ctx.settings.ALARM_URL) return;
  const started = Date.now();
  if (isTask(name)) {
    const counts = await tasks.runScheduledTask(ctx, name);
    return ctx.log({ event: "job", job: name, ...counts, ms: Date.now() - started });
  }
  const hasRun = await tasks
    .runExclusively(ctx, name, () => jobs[name](ctx))
    .catch(async (error: unknown) => {
      if (name === "raise-alarms") await tellBlindness(ctx, error);
      throw error;
    });
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
