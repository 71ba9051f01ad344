export { deleteOldVerificationCodes } from "./delete-old-verification-codes.ts";
export { issueVerificationCode } from "./codes.ts";
export { requestEmailChange, startEmailChange } from "./email-change.ts";
export { confirmEmailChange, finishPasswordReset, finishSetUp } from "./finish-verification.ts";
export { requestPasswordReset, resetUserPassword } from "./request-password-reset.ts";
export { stopEmailChange } from "./stop-email-change.ts";
export { createVerificationUrl } from "./verification-url.ts";
export { verifyCode } from "./verify-code.ts";
