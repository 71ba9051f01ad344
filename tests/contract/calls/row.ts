import type { Principal } from "../../support/actors.ts";

/** Ids of existing rows; an omitted id belongs to no row. */
export type Ids = {
  user_id?: string;
  org_id?: string;
  request_id?: string;
  product_id?: string;
  order_id?: string;
  invoice_id?: string;
  subscription_id?: string;
  notification_id?: string;
  cart_no?: string;
  payment_method_id?: string;
  serial_number?: string;
  device_id?: string;
  package_id?: string;
  shipping_rate_id?: string;
  session_id?: string;
  image_id?: string;
  note_id?: string;
  file_id?: string;
  approval_rule_id?: string;
  approval_request_id?: string;
  quote_id?: string;
};

/**
 * Expected behavior of one call, written by hand from the specification and docs/requirements.md (such as O-026 and
 * O-028), never copied from the contracts. A difference shows that a row or a contract is wrong (ADR-048).
 */
export type Row = {
  /** Access that the specification names for the call. */
  access: string;
  /** Expected answers before the input is validated: for each of `callers` one letter of `answers`. */
  may: string;
  /** The action of the bot check. */
  captcha?: string;
  /** Names of the body's fields, in the order of its schema. */
  fields?: string;
  /** The id that replaces `{id}` in the path; the product's by default. */
  id?: keyof Ids;
  /** Builds a valid body that refers to existing rows. */
  valid?: (ids: Required<Ids>) => unknown;
  query?: (ids: Required<Ids>) => Record<string, string>;
  /** The answer to a user of another organization (O-123); `ownRowsOnly` where the call names no row. */
  stranger?: string;
  /** The answer to the organization that owns the rows, if it is not 200. */
  own?: string;
};
/** Keys are "METHOD /path". */
export type Rows = Record<string, Row>;

/** Marks calls that name no row and return only rows of the caller's own organization. */
export const ownRowsOnly = "sees none of it";

/** The answer to a caller before the input is validated; `passes` is any answer except 401 and 403. */
export type Decision = "passes" | "to sign-in" | `${401 | 403} ${string}`;

/** Kinds of callers, in the order of the letters of `may`. */
export const callers: Principal[] = [
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
export const answers: Record<string, Decision> = {
  "+": "passes",
  L: "to sign-in",
  S: "401 SECURITY_CHECK_FAILED",
  J: "401 INVALID_JWT",
  M: "401 INVALID_JWT_MSG",
  I: "401 USR_INACTIVE",
  A: "403 USR_NOT_AGREED",
  R: "403 USR_NOT_AUTHORIZED",
};

/** Role admin, not while impersonating. */
export const adminOnly = { access: "admin", may: "SRRR+ IAJJ RR" } satisfies Row;
/** Role org; roles do not imply each other (O-033). */
export const orgOnly = { access: "org", may: "SRR+R IAJJ +R" } satisfies Row;
/** Role org, not while an administrator impersonates the user (T13). */
export const orgThemselves = { access: "org", may: "SRR+R IAJJ RR" } satisfies Row;
/** Role org or buyer; roles do not imply each other (O-033). */
export const orgOrBuyer = { access: "org-or-buyer", may: "SR++R IAJJ +R" } satisfies Row;
/** Role org or buyer, not while an administrator impersonates the user (T13). */
export const orgOrBuyerThemselves = { access: "org-or-buyer", may: "SR++R IAJJ RR" } satisfies Row;
/** Any session, also while an administrator impersonates the user. */
export const session = { access: "session", may: "S++++ IAJJ ++" } satisfies Row;
/** Any session, not while an administrator impersonates the user (T13). */
export const sessionThemselves = { access: "session", may: "S++++ IAJJ R+" } satisfies Row;
/** Public; a session is ignored. */
export const anyone = { access: "public", may: "+++++ ++++ ++" } satisfies Row;
/** Public, but a session that is sent must be live (O-030). */
export const visitorOrSession = { access: "visitor-or-session", may: "+++++ IAJJ ++" } satisfies Row;
/** Signed by the email provider; none of the callers has a signature. */
export const emailSignature = { access: "email-signature", may: "SSSSS SSSS SS" } satisfies Row;
/** Signed by Twilio. */
export const smsSignature = { access: "sms-signature", may: "SSSSS SSSS SS" } satisfies Row;
/** Authenticated by the token of the accounting system. */
export const netSuiteToken = { access: "net-suite-token", may: "SSSSS SSSS SS" } satisfies Row;
/** Signed by the payment provider. */
export const signature = { access: "stripe-signature", may: "SSSSS SSSS SS" } satisfies Row;
