export type GatewayService =
  | "email"
  | "sms"
  | "captcha"
  | "payments"
  | "alarm"
  | "files"
  | "fulex"
  | "builds"
  | "net-suite";

type Detail = {
  retryable: boolean;
  timed_out?: boolean;
  status?: number;
  retry_after_s?: number | undefined;
  reason?: string | undefined;
  is_opted_out?: boolean;
  cause?: unknown;
};

/**
 * A service outside did not do what it was asked. `retryable`: the same call may succeed later.
 * `status` is the HTTP status it answered, null when there was none; `retry_after_s` how long it asked to be left alone,
 * in seconds, null when it did not say.
 * The message is fit for a log: it never holds an address, a body or a key. `reason` is what the service said, for those who
 * run the shop and never for a log; null when it said nothing.
 */
export class GatewayError extends Error {
  readonly service: GatewayService;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly retry_after_s: number | null;
  /** No answer came in time: the service may still be at it. */
  readonly timed_out: boolean;
  readonly reason: string | null;
  /** The recipient told the service that they want nothing from us. */
  readonly is_opted_out: boolean;

  constructor(service: GatewayService, what: string, detail: Detail) {
    super(`${service}: ${what}`, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "GatewayError";
    this.service = service;
    this.retryable = detail.retryable;
    this.status = detail.status ?? null;
    this.retry_after_s = detail.retry_after_s ?? null;
    this.timed_out = detail.timed_out ?? false;
    this.reason = detail.reason ?? null;
    this.is_opted_out = detail.is_opted_out ?? false;
  }
}
