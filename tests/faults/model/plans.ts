import fc from "fast-check";
import { expect } from "vitest";
import {
  cancelSubscription,
  cancelSubscriptionNow,
  getSubscription,
  resumeSubscription,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { endPendingRefunds } from "./money-back.ts";
import { deliver, livePlan } from "./real.ts";
import * as model from "./state.ts";
import type { State } from "./state.ts";
import { Step } from "./step.ts";

const isRunning = (state: State) => state.open === null && state.plan?.status === "active";

const tabs = fc.integer({ min: 1, max: 3 });

const cancelAtEnd = tabs.map(
  (count) =>
    new Step(
      `the customer cancels the plan at its period's end in ${count} tabs`,
      async ({ plan }, { buyer }) => {
        const params = await livePlan(buyer);
        const answers = await Promise.all(
          Array.from({ length: count }, () => buyer.client.call(cancelSubscription, { params })),
        );
        for (const answer of answers) expect(answer.reply().cancels_at_period_end).toBe(true);
        if (plan) plan.ends = true;
      },
      isRunning,
    ),
);

const resume = tabs.map(
  (count) =>
    new Step(
      `the customer resumes the plan in ${count} tabs`,
      async ({ plan }, { buyer }) => {
        const params = await livePlan(buyer);
        const answers = await Promise.all(
          Array.from({ length: count }, () => buyer.client.call(resumeSubscription, { params })),
        );
        for (const answer of answers) expect(answer.reply().cancels_at_period_end).toBe(false);
        if (plan) plan.ends = false;
      },
      (state) => isRunning(state) && state.plan?.ends === true,
    ),
);

/** Within 14 days of its only payment, of which nothing went back. */
const canEndNow = (state: State): boolean => {
  const { first, days } = state.plan ?? { first: null, days: 0 };
  return first !== null && first.stage === "taken" && days <= 10 && first.dispute === "none" && isWhole(first);
};
const isWhole = ({ back, failed }: model.Money) => back.length === 0 && failed.length === 0;

const cancelNow = tabs.map(
  (count) =>
    new Step(
      `the customer cancels the plan at once in ${count} tabs`,
      async (state, real) => {
        const { client } = real.buyer;
        const first = state.plan?.first;
        // the offer knows the payment by its webhook
        await deliver(real, 1);
        const params = await livePlan(real.buyer);
        const { refund_offer: offer } = (await client.call(getSubscription, { params })).reply();
        expect(offer?.amount).toBe(first?.amount);
        const answers = await Promise.all(
          Array.from({ length: count }, () => client.call(cancelSubscriptionNow, { params })),
        );
        for (const answer of answers) expect(answer.reply().id).toBe(params.subscription_id);
        await endPendingRefunds(real, "succeeded");
        if (first) first.back.push(first.amount);
        model.end(state);
      },
      (state) => isRunning(state) && canEndNow(state),
    ),
);

/** What a customer does with a plan that was bought. */
export const plans: fc.Arbitrary<Step>[] = [cancelAtEnd, resume, resume, cancelNow];
