import type { TaskName } from "./contract/tasks.ts";
import { cron, jobsDueAt, isJob, isTask, type JobName } from "./cron.ts";
import * as accounting from "./domain/accounting/index.ts";
import * as catalog from "./domain/catalog/index.ts";
import type { Ctx } from "./domain/context.ts";
import * as fulfilment from "./domain/fulfilment/index.ts";
import * as identity from "./domain/identity/index.ts";
import * as notifications from "./domain/notifications/index.ts";
import * as organizations from "./domain/organizations/index.ts";
import * as payments from "./domain/payments/index.ts";
import * as people from "./domain/people/index.ts";
import * as platform from "./domain/platform/index.ts";
import * as sales from "./domain/sales/index.ts";

type Job = (ctx: Ctx) => Promise<platform.JobCounts>;

/** A planned publication may need a price that begins at the same instant. */
const applyProductPlans = sequence(catalog.applyScheduledPrices, catalog.publishPlannedProducts);

/** Jobs that are not tasks; a task takes its own lease. */
const jobs: Record<Exclude<JobName, TaskName>, Job> = {
  "sweep-payments": sequence(
    payments.processEvents,
    payments.retryAttempts,
    payments.retryRefunds,
    payments.retryInvoiceActions,
    payments.retryPlanSwitches,
    payments.reportTaxes,
    organizations.sendCustomerUpdates,
    sales.advanceApprovalRequests,
    sales.reopenQuotesOfLostBuyers,
    sales.expireQuotes,
  ),
  "deliver-outbox": sequence(
    identity.mailRecoveryLinks,
    identity.remindOfSecondFactor,
    notifications.sendScheduledNotifications,
    notifications.continueBroadcasts,
    notifications.sendDigests,
    notifications.deliverOutbox,
    notifications.deliverTexts,
  ),
  "apply-scheduled-prices": applyProductPlans,
  "raise-alarms": platform.raiseAlerts,
  "reconcile-payments": sequence(
    payments.reconcile,
    payments.requeueRefusedTaxReports,
    payments.remindOfConfirmations,
    payments.remindOfDueInvoices,
    payments.remindOfRenewals,
    payments.announceGivenSubscriptions,
    payments.endGivenSubscriptions,
    payments.notifyOfExpiredApprovals,
  ),
  "clean-up": sequence(
    platform.deleteExpiredCounters,
    platform.mergeOldRequests,
    notifications.deleteSentMail,
    notifications.deleteOldDrafts,
    identity.recordExpiredImpersonations,
    identity.deleteOldSessions,
    identity.deleteOldSecurityEvents,
    identity.deleteOldAuthorizationCodes,
    identity.deleteOldSignInCodes,
    identity.deleteOldChallenges,
    identity.resealFactors,
    notifications.deleteOldPhoneCodes,
    platform.deleteOldTaskRuns,
    identity.deleteOldVerificationCodes,
    sales.emptyOldCarts,
    catalog.deleteOldProductImports,
    payments.deleteOldWebhookEvents,
    platform.deleteOldClientLogs,
    fulfilment.retryShipments,
    fulfilment.recordLostDocuments,
    catalog.deleteUnusedImages,
    people.deleteUnusedNoteFiles,
  ),
  "continue-tasks": sequence(platform.continueTasks, accounting.syncCustomersFromWebhooks),
  "anchor-audit": platform.anchorAudit,
};

/**
 * Runs the jobs that are due in the minute of `at` one after the other, or one job by name. A job never overlaps with
 * itself, and the queue continues long tasks. @throws for an unknown job; the first error after all jobs have ended
 */
export async function runJobs(ctx: Ctx, cronOrJob: string, at: Date): Promise<void> {
  const isScheduled = cronOrJob === cron;
  const due = isScheduled ? jobsDueAt(at) : isJob(cronOrJob) ? [cronOrJob] : undefined;
  if (!due) throw new Error(`no job runs at ${cronOrJob}`);
  await platform.runInOrder(due, (name) => runJob(ctx, name));
  if (isScheduled && due.includes("deliver-outbox")) await platform.scheduleQueueMessage(ctx);
}

/** Runs urgent work; scheduled jobs do the rest. Then schedules a queue message for the next work that is due later. */
export async function handleQueueMessage(ctx: Ctx): Promise<void> {
  try {
    await platform.runConcurrently<unknown>([
      identity.remindOfSecondFactor(ctx),
      notifications.sendScheduledNotifications(ctx),
      notifications.continueBroadcasts(ctx),
      notifications.deliverOutbox(ctx),
      notifications.deliverTexts(ctx),
      payments.processEvents(ctx),
      payments.retryAttempts(ctx),
      platform.continueTasks(ctx),
      accounting.syncCustomersFromWebhooks(ctx),
      organizations.sendCustomerUpdates(ctx),
      applyProductPlans(ctx),
    ]);
  } finally {
    await platform.scheduleQueueMessage(ctx);
  }
}

async function runJob(ctx: Ctx, name: JobName): Promise<void> {
  // Without a receiver of alarms the job would wake the database for nothing.
  if (name === "raise-alarms" && !ctx.settings.ALARM_URL) return;
  const startedAt = Date.now();
  if (isTask(name)) {
    const counts = await platform.runScheduledTask(ctx, name);
    return ctx.log({ event: "job", job: name, ...counts, ms: Date.now() - startedAt });
  }
  const hasRun = await platform
    .runExclusively(ctx, name, () => jobs[name](ctx))
    .catch(async (error: unknown) => {
      if (name === "raise-alarms") await platform.reportMonitoringFailure(ctx, error);
      throw error;
    });
  ctx.log({ event: "job", job: name, ran: hasRun, ms: Date.now() - startedAt });
}

function sequence(...steps: Job[]): Job {
  return async (ctx) => platform.sumCounts(await platform.runInOrder(steps, (part) => part(ctx)));
}
