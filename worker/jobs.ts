import { cron, dueAt, isJob, isTask, type JobName, type TaskJobName } from "./cron.ts";
import { syncCustomersFromWebhooks } from "./domain/accounting/index.ts";
import { anchorAudit, raiseAlerts, reportMonitoringFailure } from "./domain/platform/index.ts";
import * as notifications from "./domain/notifications/index.ts";
import * as sales from "./domain/sales/index.ts";
import * as payments from "./domain/payments/index.ts";
import * as platform from "./domain/platform/index.ts";
import type { Ctx } from "./domain/context.ts";
import {
  remindOfConfirmations,
  remindOfRenewals,
  reportTaxes,
  retryAttempts,
  retryRefunds,
} from "./domain/payments/index.ts";
import * as identity from "./domain/identity/index.ts";
import * as catalog from "./domain/catalog/index.ts";
import { applyScheduledPrices } from "./domain/catalog/index.ts";
import { retryShipments } from "./domain/fulfilment/index.ts";

type Job = (ctx: Ctx) => Promise<platform.JobCounts>;

/** The tasks are jobs, too, each by its own lease. */
const jobs: Record<Exclude<JobName, TaskJobName>, Job> = {
  "sweep-payments": inTurn(payments.processEvents, retryAttempts, retryRefunds, reportTaxes),
  "deliver-outbox": inTurn(notifications.continueBroadcasts, notifications.deliverOutbox, notifications.deliverTexts),
  "apply-scheduled-prices": applyScheduledPrices,
  "raise-alarms": raiseAlerts,
  "reconcile-payments": inTurn(payments.reconcile, remindOfConfirmations, remindOfRenewals),
  "clean-up": inTurn(
    platform.deleteExpiredCounters,
    notifications.deleteSentMail,
    notifications.deleteOldDrafts,
    identity.recordExpiredImpersonations,
    identity.deleteOldSessions,
    identity.deleteOldAuthorizationCodes,
    identity.deleteOldSignInCodes,
    notifications.deleteOldPhoneCodes,
    platform.deleteOldTaskRuns,
    identity.deleteOldVerificationCodes,
    sales.emptyOldCarts,
    catalog.deleteOldProductImports,
    payments.deleteOldWebhookEvents,
    platform.deleteOldClientLogs,
    retryShipments,
    catalog.deleteUnusedImages,
  ),
  "continue-tasks": inTurn(platform.continueTasks, syncCustomersFromWebhooks),
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
  if (isScheduled && due.includes("deliver-outbox")) await platform.scheduleQueueMessage(ctx);
}

/**
 * Does what a wake-up announced: notifications to many, mails, callbacks, payments, runs of tasks and scheduled prices wait in tables, and none may keep the others
 * from being taken up.
 * Whatever waits for later is woken for by a wake-up of its own, so that nobody has to look every minute.
 */
export async function takeUpWork(ctx: Ctx): Promise<void> {
  try {
    await settle([
      notifications.continueBroadcasts(ctx),
      notifications.deliverOutbox(ctx),
      notifications.deliverTexts(ctx),
      payments.processEvents(ctx),
      retryAttempts(ctx),
      platform.continueTasks(ctx),
      syncCustomersFromWebhooks(ctx),
      applyScheduledPrices(ctx),
    ]);
  } finally {
    await platform.scheduleQueueMessage(ctx);
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
    const counts = await platform.runScheduledTask(ctx, name);
    return ctx.log({ event: "job", job: name, ...counts, ms: Date.now() - started });
  }
  const hasRun = await platform
    .runExclusively(ctx, name, () => jobs[name](ctx))
    .catch(async (error: unknown) => {
      if (name === "raise-alarms") await reportMonitoringFailure(ctx, error);
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
