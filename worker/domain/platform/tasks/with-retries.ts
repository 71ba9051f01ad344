import { isUnavailable, violatedConstraint } from "../../../../db/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";

const triesMax = 6;
const pauseMs = 150;
/** Milliseconds in which a batch of a task, or a single call, may retry. */
const budgetMs = 9000;

export const defaultDeadline = (): number => Date.now() + budgetMs;

/**
 * Retries work that may succeed later, with doubling, slightly random pauses: at most six attempts, none after `until`
 * (Date.now()). Respects Retry-After within that time. `work` must be idempotent. @throws the last error
 */
export async function withRetries<T>(work: () => Promise<T>, until: number = defaultDeadline()): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const retryAfterMs = error instanceof GatewayError ? (error.retry_after_s ?? 0) * 1000 : 0;
      const waitMs = Math.max(retryAfterMs, pauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2));
      if (!isTransient(error) || tries >= triesMax || Date.now() + waitMs >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** A constraint violation is a lost race; the next attempt sees the winner's row. */
const isTransient = (error: unknown): boolean =>
  error instanceof GatewayError ? error.retryable : isUnavailable(error) || violatedConstraint(error) !== undefined;
