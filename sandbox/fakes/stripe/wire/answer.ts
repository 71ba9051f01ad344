import { type ErrorBody, StripeFailure } from "./failure.ts";

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /** Whether validation passed, so that the idempotency key saves the response. */
  isExecuted: boolean;
}

export const shouldRetryValues = { never: false, later: true } as const;

export function toAnswer({ status, body, shouldRetry }: StripeFailure): Answer {
  const headers: Record<string, string> =
    shouldRetry === undefined ? {} : { "stripe-should-retry": String(shouldRetry) };
  return { status, body: JSON.stringify({ error: body }), headers, isExecuted: false };
}

export function toFaultAnswer(status: number): Answer {
  const mayRetry = status === 409 || status === 429 ? shouldRetryValues.later : undefined;
  return toAnswer(new StripeFailure(status, buildFaultBody(status), mayRetry));
}

function buildFaultBody(status: number): ErrorBody {
  if (status === 429) {
    const message =
      "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.";
    return { type: "invalid_request_error", code: "lock_timeout", message };
  }
  if (status === 409) {
    const message =
      "There is currently another in-progress request using this idempotency key. Please try again later.";
    return { type: "idempotency_error", code: "idempotency_key_in_use", message };
  }
  if (status === 402) {
    const message = "Your card was declined.";
    return { type: "card_error", code: "card_declined", decline_code: "generic_decline", message };
  }
  if (status >= 500) return { type: "api_error", message: "An unknown error occurred." };
  return { type: "invalid_request_error", message: "fault asked for" };
}

export function toResponse(answer: Answer, requestId: string, key: string | undefined, version?: string): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    ...answer.headers,
  };
  if (version) headers["stripe-version"] = version;
  if (key !== undefined) headers["idempotency-key"] = key;
  return new Response(answer.body, { status: answer.status, headers });
}
