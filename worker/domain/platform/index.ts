/**
 * Services for all modules: secrets and hashing, rate limits, the audit log, background tasks, metrics and alerts,
 * client error logs, legal texts, integrations and saved list views. Platform imports no other module. Other modules
 * record their audit entries with `audited`, a part of their own statement. Background work takes a lease first.
 */
export { raiseAlerts, reportMonitoringFailure } from "./alerts/raise-alerts.ts";
export { anchorAudit } from "./audit/anchor-audit.ts";
export { listAuditChoices } from "./audit/audit-choices.ts";
export { findAuditCheck, getAuditCheck, verifyAudit } from "./audit/chain/verify-audit.ts";
export { audited } from "./audit/audited.ts";
export { beforeAndAfter, diffRows } from "./audit/changes.ts";
export { type Activity, listActivity } from "./audit/list-activity.ts";
export { type AuditEntry, listAudit, listObjectAudit, listRequestAudit } from "./audit/list-audit.ts";
export { ownChangesPart } from "./audit/own-changes.ts";
export { deleteOldClientLogs } from "./client-logs/delete-old-client-logs.ts";
export { type ClientError, getClientError, listClientErrors } from "./client-logs/list-client-errors.ts";
export { listRequestErrors } from "./client-logs/list-request-errors.ts";
export { takeClientLog } from "./client-logs/take-client-log.ts";
export { isTaskConnected } from "./integrations/disconnected.ts";
export { listIntegrations, type Integration } from "./integrations/list-integrations.ts";
export { recordIntegrationCall } from "./integrations/record-integration-call.ts";
export { currentTerms, licenseInForce } from "./legal/in-force.ts";
export { getLegalText } from "./legal/legal-texts.ts";
export { agreeToLicense, findLicenseToAgree, getLicenseAgreement } from "./legal/license-agreement.ts";
export {
  createLicenseAgreement,
  deleteLicenseAgreement,
  findNewestLicense,
  getLicenseVersion,
  type LicenseConsent,
  listLicenseAgreements,
  listLicenseConsents,
} from "./legal/license-versions.ts";
export { sanitize } from "./legal/sanitise.ts";
export {
  createLegalText,
  deleteLegalText,
  findNewestLegalText,
  getLegalVersion,
  type LegalVersion,
  listLegalTexts,
} from "./legal/text-versions.ts";
export { probeServices } from "./metrics/probe-services.ts";
export { inFixedTime } from "./limits/answer-time.ts";
export { dailyPart } from "./limits/daily-part.ts";
export { claimPart } from "./limits/claim-part.ts";
export {
  accountBudget,
  recordAlarmEvent,
  type Budget,
  consume,
  countParts,
  deleteExpiredCounters,
  secondsUntilReset,
  resetStatement,
  passwordTries,
  refundStatement,
  strictBudgets,
  tryConsume,
  wrongCodesBudget,
} from "./limits/budgets.ts";
export { toNetwork } from "./limits/network.ts";
export { claimExport } from "./limits/claim-export.ts";
export { runOnce } from "./limits/run-once.ts";
export {
  type CurrentHealth,
  getCurrentHealth,
  type HealthSlot,
  listHealthSlots,
  listRouteHealth,
  type RouteHealth,
} from "./metrics/read-health.ts";
export { findStatus, type PartState, type PartStatus, type StatusPart } from "./metrics/read-status.ts";
export { quantile, slowestMs } from "./metrics/latency.ts";
export { getMetrics, type Metrics } from "./metrics/read-metrics.ts";
export { mergeOldRequests, recordRequest } from "./metrics/record-request.ts";
export { toSamples } from "./metrics/request-totals.ts";
export { listSavedViews, removeView, saveView } from "./saved-views/saved-views.ts";
export { approvalUrl, isApprovalToken } from "./secrets/approval-token.ts";
export { isRecoveryToken, recoveryUrl } from "./secrets/recovery-token.ts";
export { isSecurityEventToken, securityEventUrl } from "./secrets/security-event-token.ts";
export { type FileClaims, createFileToken, readFileToken } from "./secrets/file-token.ts";
export { keyedHash } from "./secrets/keyed-hash.ts";
export { runOneAtATime } from "./secrets/one-at-a-time.ts";
export { hashPassword, isRightPassword } from "./secrets/passwords.ts";
export { seal, sealKeyId, unseal } from "./secrets/sealed.ts";
export { Sha256 } from "./secrets/sha256.ts";
export {
  findSeller,
  sellerAt,
  toSeller,
  getShopSettings,
  type Seller,
  updateShopSettings,
} from "./shop-settings/shop-settings.ts";
export { successorToken } from "./secrets/successor-token.ts";
export { isEqual, newToken, sha256, tokenHash } from "./secrets/tokens.ts";
export { isUnsubscribeToken, unsubscribeUrl } from "./secrets/unsubscribe-token.ts";
export {
  derivedToken,
  isStopToken,
  isVerificationCode,
  stopLifetime,
  stopUrl,
  verificationCode,
  verificationUrl,
} from "./secrets/verification-code.ts";
export { deleteOldTaskRuns } from "./tasks/delete-old-task-runs.ts";
export {
  type JsonValue,
  provideHandlers,
  type TaskHandler,
  type TaskHandlers,
  type TaskPage,
} from "./tasks/handlers.ts";
export { scheduleQueueMessage } from "./tasks/schedule-queue-message.ts";
export { getTask, type ListedTask, listTaskRuns, listTasks, type TaskRun } from "./tasks/read-tasks.ts";
export { retryTaskRecord } from "./tasks/retry-task-record.ts";
export { runConcurrently, runInOrder } from "./tasks/run-all.ts";
export { type JobCounts, runExclusively, sumCounts } from "./tasks/run-exclusively.ts";
export { continueTasks, runScheduledTask } from "./tasks/run-tasks.ts";
export { startTask } from "./tasks/start-task.ts";
export { CannotRunError, toReason } from "./tasks/to-reason.ts";
export { defaultDeadline, withRetries } from "./tasks/with-retries.ts";
export { backoffDelay, claimDue, isFree, newLease, leaseMs, longLease, expiredLease } from "./work-queue/work-queue.ts";
