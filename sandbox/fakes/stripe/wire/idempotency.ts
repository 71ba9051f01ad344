import { type Answer, shouldRetryValues, toAnswer } from "./answer.ts";
import { StripeFailure } from "./failure.ts";
import type { World } from "../state.ts";

const maxKeyChars = 255;

/** Idempotency keys: each does its work at most once within 24 hours of the provider's clock. */
export class IdempotencyKeys {
  #world: World;
  #running = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns the saved response of a key; without one, the caller must call `end` afterwards. */
  begin(key: string, fingerprint: string): Answer | undefined {
    if (key.length > maxKeyChars) return toAnswer(createTooLong());
    const runningFingerprint = this.#running.get(key);
    const savedRecord = this.#world.keys.find(key);
    if ((runningFingerprint ?? savedRecord?.fingerprint ?? fingerprint) !== fingerprint)
      return toAnswer(createMismatch(key));
    if (runningFingerprint !== undefined) return toAnswer(createInUse(key));
    if (!savedRecord) {
      this.#running.set(key, fingerprint);
      return undefined;
    }
    const headers: Record<string, string> = {
      "idempotent-replayed": "true",
      "original-request": savedRecord.request_id,
    };
    // A retry would only get the saved failure.
    if (savedRecord.status >= 500) headers["stripe-should-retry"] = String(shouldRetryValues.never);
    return { status: savedRecord.status, body: savedRecord.body, headers, isExecuted: true };
  }

  end(key: string): void {
    this.#running.delete(key);
  }

  keep(key: string, fingerprint: string, requestId: string, { status, body }: Answer): void {
    const created = this.#world.clock.now();
    this.#world.keys.save({ id: key, fingerprint, status, body, request_id: requestId, created });
  }
}

function createTooLong(): StripeFailure {
  const message = `Idempotency keys can only be up to ${maxKeyChars} characters long.`;
  return new StripeFailure(400, { type: "invalid_request_error", message });
}

function createMismatch(key: string): StripeFailure {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFailure(400, { type: "idempotency_error", message });
}

function createInUse(key: string): StripeFailure {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
  const code = "idempotency_key_in_use";
  return new StripeFailure(409, { type: "idempotency_error", code, message }, shouldRetryValues.later);
}
