import type { Principal } from "../support/actors.ts";

/** What a call answers to a caller before it looks at the input; `passes` is anything that is not 401 or 403. */
export type Decision = "passes" | "to sign-in" | `${401 | 403} ${string}`;

const decisions: Record<string, Decision> = {
  "+": "passes",
  L: "to sign-in",
  S: "401 SECURITY_CHECK_FAILED",
  J: "401 INVALID_JWT",
  M: "401 INVALID_JWT_MSG",
  I: "401 USR_INACTIVE",
  A: "403 USR_NOT_AGREED",
  R: "403 USR_NOT_AUTHORIZED",
};

const columns: Principal[] = [
  "visitor",
  "user",
  "buyer",
  "org",
  "admin",
  "inactive",
  "never agreed",
  "expired session",
  "revoked session",
  "impersonating admin",
  "bearer user",
];

/**
 * Written by hand from product.md section 6 and decisions O-026, O-028, O-030, O-031, O-033, O-035, not from the contracts.
 * A column is a caller: visitor, user, buyer, org, admin; inactive, never agreed, expired, revoked; impersonating, bearer.
 */
const rows: [call: string, letters: string][] = [
  // Public: health, metrics, license agreement, account request, login, password reset request; verification (O-026).
  ["GET /health", "+++++ ++++ ++"],
  ["GET /metrics", "+++++ ++++ ++"],
  ["GET /openapi.json", "+++++ ++++ ++"],
  ["POST /v1/sso/account-request", "+++++ ++++ ++"],
  ["GET /v1/sso/license-agreement", "+++++ ++++ ++"],
  ["POST /v1/sso/password-reset", "+++++ ++++ ++"],
  ["POST /v1/sso/session", "+++++ ++++ ++"],
  ["POST /v1/sso/verification", "+++++ ++++ ++"],
  ["POST /v1/sso/token", "+++++ ++++ ++"],

  // A navigation: whoever has no usable session is sent to the sign-in page (O-026).
  ["GET /v1/sso/authorize", "L++++ LLLL ++"],
  ["GET /v1/sso/authorize/{client}", "L++++ LLLL ++"],

  // Verification-token cookies guard password reset, user setup and email change; nobody here has one.
  ["PUT /v1/sso/password-reset", "MMMMM MMMM MM"],
  ["PUT /v1/sso/user/setup", "MMMMM MMMM MM"],
  ["PUT /v1/sso/user/email-change", "MMMMM MMMM MM"],

  // Any session.
  ["GET /v1/sso/session", "S++++ IAJJ ++"],
  ["DELETE /v1/sso/session", "S++++ IAJJ ++"],
  ["GET /v1/sso/user", "S++++ IAJJ ++"],
  ["PUT /v1/sso/user", "S++++ IAJJ ++"],
  ["POST /v1/application/logs", "S++++ IAJJ ++"],
  ["GET /v1/flowpoint/links", "S++++ IAJJ ++"],
  // Not while an administrator acts as somebody else (safety T13).
  ["POST /v1/sso/user/email-change", "S++++ IAJJ R+"],

  // Impersonation is admin only; leaving it is for the administrator behind the session (O-035).
  ["POST /v1/sso/impersonate-session", "SRRR+ IAJJ RR"],
  ["DELETE /v1/sso/impersonate-session", "SRRR+ IAJJ +R"],

  // All /v1/admin routes need an admin session.
  ["GET /v1/admin/account-requests", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/{request_id}/approve", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/{request_id}/reject", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/approve", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/reject", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/users", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/users/{user_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users", "SRRR+ IAJJ RR"],
  ["PUT /v1/admin/users/{user_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/email-change", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/inactivate", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/reactivate", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/password-reset", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/verification-url", "SRRR+ IAJJ RR"],
];

/** Every call with the decision for every caller. */
export const expectations: { call: string; expected: Record<Principal, Decision> }[] = rows.map(([call, letters]) => {
  const marks = [...letters.replaceAll(" ", "")];
  if (marks.length !== columns.length)
    throw new Error(`${call} has ${marks.length} marks instead of ${columns.length}`);
  const pairs = columns.map((name, column) => [name, decisions[marks[column] ?? ""]]);
  // fromEntries forgets that every principal is there
  return { call, expected: Object.fromEntries(pairs) as Record<Principal, Decision> };
});
