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

type GatewayErrorDetails = {
  retryable: boolean;
  timed_out?: boolean;
  status?: number;
  retry_after_s?: number | undefined;
  reason?: string | undefined;
  is_opted_out?: boolean;
  is_without_effect?: boolean;
  cause?: unknown;
};

/** `retryable`: the same call may succeed later. */
export class GatewayError extends Error {
  readonly service: GatewayService;
  readonly retryable: boolean;
  readonly status: number | null;
  readonly retry_after_s: number | null;
  /** There was no answer in time, so the service may still process the call. */
  readonly timed_out: boolean;
  readonly reason: string | null;
  readonly is_opted_out: boolean;
  /** The service certainly did not process the call, such as after a failed sign-in. */
  readonly is_without_effect: boolean;

  constructor(service: GatewayService, problem: string, detail: GatewayErrorDetails) {
    super(`${service}: ${problem}`, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "GatewayError";
    this.service = service;
    this.retryable = detail.retryable;
    this.status = detail.status ?? null;
    this.retry_after_s = detail.retry_after_s ?? null;
    this.timed_out = detail.timed_out ?? false;
    this.reason = detail.reason ?? null;
    this.is_opted_out = detail.is_opted_out ?? false;
    this.is_without_effect = detail.is_without_effect ?? false;
  }
}

/** A message that its template refuses is not retried, because the same payload fails again. */
export const toRenderError = (service: "email" | "sms", type: string, cause: unknown): GatewayError => {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new GatewayError(service, `${type} cannot be rendered: ${why}`, { retryable: false, cause });
};
