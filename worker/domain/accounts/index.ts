export { approveAccountRequests, listAccountRequests, rejectAccountRequests } from "./account-requests.ts";
export { cleanUp } from "./clean-up.ts";
export { requestEmailChange, startEmailChange } from "./email-change.ts";
export { confirmEmailChange, finishPasswordReset, finishSetUp } from "./finish-verification.ts";
export { authorizeClient, exchangeCode, redirectTarget } from "./hand-off.ts";
export { endImpersonation, startImpersonation } from "./impersonation.ts";
export { getLicenseAgreement } from "./license-agreement.ts";
export { updateProfile } from "./profile.ts";
export { requestAccount } from "./request-account.ts";
export { requestPasswordReset, resetUserPassword } from "./request-password-reset.ts";
export {
  type Alongside,
  type Checked,
  type Credentials,
  getSession,
  listSessions,
  type Session,
  type SessionDetails,
  sessionDetails,
  type SessionSummary,
  signOut,
  signOutEverywhere,
} from "./sessions.ts";
export { signIn } from "./sign-in.ts";
export { createUser, getUser, inactivateUser, listUsers, reactivateUser, updateUser } from "./users.ts";
export { createVerificationUrl } from "./verification-url.ts";
export { verifyCode } from "./verify-code.ts";
