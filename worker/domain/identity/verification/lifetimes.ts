import type { VerificationScope } from "../../../../db/enums.ts";

/** O-010. Postgres intervals, because the database's clock decides. */
export const verificationTokenLife = "15 minutes";
export const finishClaimLife = "30 seconds";

export const codeLifetimes: Record<VerificationScope, string> = {
  "verify:email-password-reset": "1 hour",
  "verify:email-change": "24 hours",
  "verify:user-setup": "7 days",
};

/** `codeTriesMax`: wrong attempts that void a code (O-010). `codesPerHour`: codes per account on request (T3). */
export const codeTriesMax = 5;
export const codesPerHour = 3;
