import type { FactorKind } from "../../db/enums.ts";
import { aboveChargeMaxMessage, belowChargeMinMessage } from "./buying/charge-limit.ts";
import { refundInPartMessage } from "./buying/refund-in-part.ts";
import { type NotShippableReason, notShippableMessages } from "./buying/shippable.ts";
import { catalogue, type Errcode, type Family, familyStatus, statusOfProviderMessage } from "./errcodes.ts";

/** A refused request; `worker/http/on-error.ts` converts it to the reply. */
export class Failure extends Error {
  readonly family: Family;
  readonly errcode: Errcode;
  readonly status: number;
  /** Further fields of the reply. */
  details: Record<string, unknown> | undefined;
  /** The refused record of a bulk call; not on the wire. */
  subject_id: string | undefined;
  /** The permission that the user lacks; not on the wire. */
  permission: string | undefined;
  constructor(family: Family, errcode: Errcode, message: string) {
    super(message);
    this.name = "Failure";
    this.family = family;
    this.errcode = errcode;
    this.status = familyStatus[family];
  }

  lacking(permission: string | undefined): this {
    this.permission = permission;
    return this;
  }

  about(id: string): this {
    this.subject_id = id;
    return this;
  }
}

const failureFactory =
  <F extends Family>(family: F) =>
  (errcode: Errcode<F>): Failure => {
    const messages: Record<string, string> = catalogue[family];
    return new Failure(family, errcode, messages[errcode] ?? errcode);
  };

export const unauthorized = failureFactory("unauthorized");
export const forbidden = failureFactory("forbidden");
export const notFound = failureFactory("notFound");
export const unprocessable = failureFactory("unprocessable");

export const amountTooLarge = (): Failure => new Failure("unprocessable", "PAYMENT_FAILED", aboveChargeMaxMessage);

export const amountTooSmall = (): Failure => new Failure("unprocessable", "PAYMENT_FAILED", belowChargeMinMessage);

export const cannotShip = (why: NotShippableReason): Failure =>
  new Failure("unprocessable", "PAYMENT_FAILED", notShippableMessages[why]);

/** `reason` is a sentence. */
export const chargeDeclined = (reason: string): Failure => new Failure("unprocessable", "CHARGE_DECLINED", reason);
export const versionWithdrawn = (reason: string): Failure =>
  new Failure(
    "unprocessable",
    "SOFTWARE_VERSION_WITHDRAWN",
    catalogue.unprocessable.SOFTWARE_VERSION_WITHDRAWN.replace("{reason}", () => reason),
  );

type Unprocessable = typeof catalogue.unprocessable;
type DetailedErrcode = {
  [K in keyof Unprocessable]: Unprocessable[K] extends `${string}{detail}${string}` ? K : never;
}[keyof Unprocessable];

/** `detail` completes the message: a reason, or the unshipped items, such as "2 × CGX Nova 10". */
export const unprocessableWith = (errcode: DetailedErrcode, detail: string): Failure =>
  new Failure(
    "unprocessable",
    errcode,
    catalogue.unprocessable[errcode].replace("{detail}", () => detail),
  );
export const lineNotOwedError = (): Failure =>
  unprocessableWith("LINE_NOT_OWED", "it shipped, was canceled or was refunded in the meantime");

/** Amounts in US cents. */
export function creditLimitExceeded(available: number, exceeded_by: number): Failure {
  const failure = unprocessable("CREDIT_LIMIT_EXCEEDED");
  failure.details = { available, exceeded_by };
  return failure;
}

type RequiredRule = { id: string; deciders: readonly { id: string; name: string }[] };

export const isSetUpRequired = (error: unknown): boolean =>
  error instanceof Failure && error.errcode === "SECOND_FACTOR_SETUP_REQUIRED";

export function approvalRequired(rules: readonly RequiredRule[]): Failure {
  const failure = unprocessable("ORDER_APPROVAL_REQUIRED");
  const approvers = new Map(rules.flatMap(({ deciders }) => deciders.map((each) => [each.id, each] as const)));
  failure.details = { approval: { rule_ids: rules.map(({ id }) => id), approvers: [...approvers.values()] } };
  return failure;
}

/** `factors` lists the second factors with which the user can confirm. */
export function freshSignInRequired(factors: readonly FactorKind[]): Failure {
  const failure = forbidden("FRESH_SIGN_IN_REQUIRED");
  failure.details = { factors };
  return failure;
}

/** Factors that FRESH_SIGN_IN_REQUIRED asks for; undefined for other errors. */
export const factorsToProve = (error: unknown): readonly FactorKind[] | undefined =>
  error instanceof Failure && error.errcode === "FRESH_SIGN_IN_REQUIRED"
    ? // as: set by `freshSignInRequired`
      (error.details?.["factors"] as readonly FactorKind[])
    : undefined;

/** The password was right; the client answers with `challenge` and a proof by one of `factors`. */
export function secondFactorRequired(factors: readonly FactorKind[], challenge: string): Failure {
  const failure = unauthorized("SECOND_FACTOR_REQUIRED");
  failure.details = { factors, challenge };
  return failure;
}

export const refundIncomplete = (): Failure => new Failure("unprocessable", "PAYMENT_FAILED", refundInPartMessage);

export const statusReadOnlyError = (): Failure =>
  new Failure("unprocessable", "ILLEGAL_SUBSCRIPTION_UPDATE", statusOfProviderMessage);

/** A 400 with issues of a schema, or with problems that no schema can detect (O-056). */
export class BadRequest extends Error {
  readonly issues: Issue[];
  /** Message instead of "Bad Request"; on pages, instead of the first issue's message. */
  readonly summary: string | undefined;
  constructor(issues: Issue[], summary?: string) {
    super(summary ?? "Bad Request");
    this.name = "BadRequest";
    this.issues = issues;
    this.summary = summary;
  }
}

export type Issue = { code: string; path: (string | number)[]; message: string };

/** `remaining` is in whole seconds (O-118). `reason` is for pages. */
export class TooManyRequests extends Error {
  readonly remaining: number;
  readonly reason: string | undefined;
  constructor(remaining: number, reason?: string) {
    super("Too Many Requests");
    this.name = "TooManyRequests";
    this.reason = reason;
    this.remaining = Math.max(1, Math.ceil(remaining));
  }
}
