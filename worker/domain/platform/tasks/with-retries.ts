import { isUnavailable, violatedConstraint } from "../../../../db/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";

const triesMax = 6;
const pauseMs = 150;
/** How long a page of a task, or a call of ours, may go on asking. */
const budgetMs = 9000;

/** By when what begins now should have asked for the last time. */
export const defaultDeadline = (): number => Date.now() + budgetMs;

/**
 * Does something again that may succeed later, after pauses that double and are a little random: six times at most, and not
 * after `until` (Date.now()). A partner that wants to be left alone is, as long as that is in time. `work` must be safe to do
 * twice. Throws what the last try threw.
 */
export async function withRetries<T>(work: () => Promise<T>, until: number = defaultDeadline()): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const askedMs = error instanceof GatewayError ? (error.retry_after_s ?? 0) * 1000 : 0;
      const waitMs = Math.max(askedMs, pauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2));
      if (!mayPass(error) || tries >= triesMax || Date.now() + waitMs >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** What violates a constraint lost a race against somebody whose row is seen the next time. */
const mayPass = (error: unknown): boolean =>
  error instanceof GatewayError ? error.retryable : isUnavailable(error) || violatedConstraint(error) !== undefined;
