import type Stripe from "stripe";

export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: NonNullable<Stripe.PaymentIntent.LastPaymentError["code"]>;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** The header `stripe-should-retry`. */
  readonly shouldRetry: boolean | undefined;

  constructor(status: number, body: ErrorBody, shouldRetry?: boolean) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: toDocUrl(body.code) } : body;
    this.shouldRetry = shouldRetry;
  }
}

export function createInvalidRequest(message: string, more: Pick<ErrorBody, "code" | "param"> = {}): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", message, ...more });
}

const pathParams = ["id", "intent", "session", "charge", "payment_method"];

/** A 404 if `param` is one of `pathParams`, most of which name an object in the path; otherwise a 400. */
export function createMissing(kind: string, id: string, param = "id"): StripeFailure {
  const message = `No such ${kind}: '${id}'`;
  return new StripeFailure(pathParams.includes(param) ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message,
    param,
  });
}

function toDocUrl(code: string): string {
  return `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`;
}
