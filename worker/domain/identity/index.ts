/**
 * Passwords, second factors and their recovery, sessions, security events, email codes, single sign-on for the desktop
 * app and support impersonation. Replies to visitors never reveal whether an account exists. The session lookup is
 * batched with the first reads of a page.
 */
export { authorizeClient } from "./authorization-codes/authorize-client.ts";
export { deleteOldAuthorizationCodes } from "./authorization-codes/delete-old-authorization-codes.ts";
export { resolveRedirectTarget } from "./authorization-codes/redirect-target.ts";
export { createTokenPair } from "./authorization-codes/token-pair.ts";
export {
  type FactorsToProve,
  findProtectedFields,
  listFactorsToProve,
  requireFreshSignIn,
} from "./factors/fresh-sign-in.ts";
export { countWithoutFactor, type FactorRule, findFactorRule } from "./factors/find-rule.ts";
export { secondFactorSince } from "./factors/has-factor.ts";
export { newChallengeSecret } from "./factors/challenges.ts";
export { deleteOldChallenges } from "./factors/delete-old-challenges.ts";
export { hasFactor } from "./factors/has-factor.ts";
export { getSecurity, listTrustedBrowsers, type Security, type TrustedBrowser } from "./factors/get-security.ts";
export { finishRecovery, findRecovery } from "./factors/recovery/finish-recovery.ts";
export {
  factorColumns,
  findOwnRecovery,
  getUserFactors,
  type UserFactors,
} from "./factors/recovery/get-user-factors.ts";
export { stopRecoveriesParts } from "./factors/recovery/running.ts";
export { mailRecoveryLinks } from "./factors/recovery/mail-recovery-links.ts";
export { type Recovery, startRecovery } from "./factors/recovery/start-recovery.ts";
export { stopOwnRecovery, stopRecovery, stopRecoveryByLink } from "./factors/recovery/stop-recovery.ts";
export { remindOfSecondFactor } from "./factors/remind-of-rule.ts";
export { createPasskey, deletePasskey, type Passkey, requestPasskey, updatePasskey } from "./factors/passkeys.ts";
export {
  findPendingFactor,
  requestPasskeySignIn,
  requestSecondFactor,
  signInByFactor,
  signInByPasskey,
} from "./factors/sign-in-by-factor.ts";
export {
  findRefreshedSession,
  type Proof,
  type RefreshedSession,
  refreshSession,
  requestRefresh,
} from "./factors/refresh-session.ts";
export { resealFactors } from "./factors/reseal-factors.ts";
export { createBackupCodes, createTotp, deleteTotp, enableTotp, findPendingTotp } from "./factors/totp.ts";
export { endTrust } from "./factors/trust.ts";
export { endImpersonation, findReturnedSession } from "./impersonation/end-impersonation.ts";
export {
  findStartedImpersonation,
  type ImpersonationSession,
  startImpersonation,
} from "./impersonation/start-impersonation.ts";
export { deleteOldSecurityEvents } from "./security-events/delete-old-events.ts";
export { listOrgUserSecurityEvents, listSecurityEvents, type SecurityEvent } from "./security-events/list-events.ts";
export {
  findSecurityEvent,
  type ReportableEvent,
  type ReportResult,
  reportSecurityEvent,
} from "./security-events/report-event.ts";
export { endImpersonationsParts } from "./sessions/acting-ended.ts";
export { deleteOldSessions } from "./sessions/delete-old-sessions.ts";
export { recordExpiredImpersonations, returnFromImpersonation } from "./sessions/run-out.ts";
export { startReading } from "./sessions/read-batch.ts";
export { startSessionBatch } from "./sessions/session-batch.ts";
export {
  toActor,
  type CheckedAccount,
  type Credentials,
  type FoundSession,
  getProfile,
  getSession,
  type LookupOptions,
  lookUpSession,
  type Session,
  type SessionDetails,
  type SessionUser,
} from "./sessions/session-lookup.ts";
export {
  endSession,
  endSessionsClause,
  listSessions,
  type SessionSummary,
  signOut,
  signOutEverywhere,
} from "./sessions/sessions.ts";
export { hasSuccessor, signOutSuccessor } from "./sessions/succeeded.ts";
export { presence, userJson } from "./sessions/user-rows.ts";
export { endUserSession, endUserSessions, listUserSessions, type UserSession } from "./sessions/user-sessions.ts";
export { deleteOldSignInCodes } from "./sign-in/delete-old-sign-in-codes.ts";
export { requestSignInCode } from "./sign-in/request-sign-in-code.ts";
export { signIn } from "./sign-in/sign-in.ts";
export type { SignInResult } from "./sign-in/start-session.ts";
export {
  isBeingCorrected,
  issueCodeUnderLock,
  issueVerificationCode,
  lockAccount,
  voidCodeClause,
  voidCodesPart,
} from "./verification/codes.ts";
export { deleteOldVerificationCodes } from "./verification/delete-old-verification-codes.ts";
export { requestEmailChange, startEmailChange } from "./verification/email-change.ts";
export { confirmEmailChange, finishPasswordReset, finishSetUp } from "./verification/finish-verification.ts";
export { consumeUnchecked, reportOverQuota } from "./sign-in/over-quota.ts";
export { requestPasswordReset, resetUserPassword } from "./verification/request-password-reset.ts";
export { stopEmailChange, type StopResult } from "./verification/stop-email-change.ts";
export { createVerificationUrl } from "./verification/verification-url.ts";
export { verifyCode } from "./verification/verify-code.ts";
