import fc from "fast-check";
import { expect } from "vitest";
import {
  cancelSubscription,
  cancelSubscriptionNow,
  getSubscription,
  previewSubscriptionSwitch,
  resumeSubscription,
  switchSubscription,
  withdrawSubscriptionSwitch,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { addCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { endPendingRefunds } from "./money-back.ts";
import { chooseMethod, deliver, findLivePlan, readClock, readPeriod, type Real } from "./real.ts";
import * as model from "./state.ts";
import type { State } from "./state.ts";
import { Step } from "./step.ts";

const isPlanActive = (state: State) => state.open === null && state.plan?.status === "active";
const isPlanRenewing = (state: State) => isPlanActive(state) && state.plan?.ends === false;

// The provider locks a subscription while it changes: a third concurrent change may find it locked twice.
const tabCount = fc.integer({ min: 1, max: 2 });
const inTabs = <T>(count: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, act));

/** Half of the sequences start with a plan, because few would buy one and then change it. */
export async function buyPlan(state: State, real: Real): Promise<void> {
  const { client } = real.buyer;
  const params = { id: real.ids.plan };
  (await client.call(addCartProduct, { params, body: { quantity: 1 } })).reply();
  model.add(state, "plan", 1);
  const updated_at = await chooseMethod(real, "good", false);
  (await client.call(checkoutCart, { body: { updated_at } })).reply();
  model.submit(state, "good", true);
}

const cancelAtEnd = tabCount.map(
  (count) =>
    new Step(
      `the customer cancels the plan at its period's end in ${count} tabs`,
      async (state, { buyer }) => {
        const params = await findLivePlan(buyer);
        const answers = await inTabs(count, () => buyer.client.call(cancelSubscription, { params }));
        for (const answer of answers)
          expect(answer.reply()).toMatchObject({ cancels_at_period_end: true, scheduled_switch: null });
        model.cancelAtEnd(state);
      },
      isPlanActive,
    ),
);

const resume = tabCount.map(
  (count) =>
    new Step(
      `the customer resumes the plan in ${count} tabs`,
      async ({ plan }, { buyer }) => {
        const params = await findLivePlan(buyer);
        const answers = await inTabs(count, () => buyer.client.call(resumeSubscription, { params }));
        for (const answer of answers) expect(answer.reply().cancels_at_period_end).toBe(false);
        if (plan) plan.ends = false;
      },
      (state) => isPlanActive(state) && state.plan?.ends === true,
    ),
);

const cancelNow = tabCount.map(
  (count) =>
    new Step(
      `the customer cancels the plan at once in ${count} tabs`,
      async (state, real) => {
        const { client } = real.buyer;
        const firstPayment = state.plan?.first;
        // The offer depends on the payment's webhook.
        await deliver(real, 1);
        const params = await findLivePlan(real.buyer);
        const { refund_offer: offer } = (await client.call(getSubscription, { params })).reply();
        expect(offer?.amount).toBe(firstPayment?.amount);
        const answers = await inTabs(count, () => client.call(cancelSubscriptionNow, { params }));
        for (const answer of answers) expect(answer.reply().id).toBe(params.subscription_id);
        await endPendingRefunds(real, "succeeded");
        if (firstPayment) firstPayment.back.push(firstPayment.amount);
        model.end(state);
      },
      (state) => isPlanActive(state) && model.canEndNow(state),
    ),
);

const cancelNowTooLate = tabCount.map(
  (count) =>
    new Step(
      `the customer asks in ${count} tabs to cancel a plan at once that was renewed, switched or refunded`,
      async (_, real) => {
        const { client } = real.buyer;
        await deliver(real, 1);
        const params = await findLivePlan(real.buyer);
        expect((await client.call(getSubscription, { params })).reply().refund_offer).toBeNull();
        const answers = await inTabs(count, () => client.call(cancelSubscriptionNow, { params }));
        for (const answer of answers) expect(answer.errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
      },
      (state) => isPlanActive(state) && model.cannotEndNow(state),
    ),
);

/** Faults of the call that charges the year. */
const faults = {
  paid: undefined,
  declined: { kind: "decline", times: 1 },
  "charged and not answered": { kind: "lost-answer", times: 4 },
  "cut before the charge": { kind: "cut", times: 4 },
} as const;

async function confirmInTabs(real: Real, count: number, switch_id: string, fault: keyof typeof faults) {
  const { sandbox, query } = real.app.shop;
  const params = await findLivePlan(real.buyer);
  const call = fault === "declined" ? {} : { path: "/v1/subscriptions/", text: "proration_behavior" };
  if (faults[fault]) await sandbox.addFault({ service: "stripe", ...call, ...faults[fault] });
  const answers = await inTabs(count, () =>
    real.buyer.client.call(switchSubscription, { params, body: { switch_id } }),
  );
  await sandbox.clearFaults();
  await query("update plan_switches set next_at = now() where id = $1 and status = 'claimed'", [switch_id]);
  await deliver(real, 1);
  return answers;
}

/** Part of the plan's price for the remaining time of its period, rounded to whole cents. */
const unusedCents = (amount: number, { start, end }: { start: number; end: number }, at: number): number =>
  Math.round((amount * (end - at)) / (end - start));

/** Requires an amount due of at least the provider's smallest charge, and no cart or request that buys the plan. */
const canSwitchToYear = (state: State): boolean =>
  isPlanRenewing(state) &&
  state.plan?.term === "month" &&
  model.termPrice(state, "year") - state.plan.amount >= 50 &&
  state.cart.plan === undefined &&
  !state.requests.flat().some(({ reason }) => reason === "subscription_create");

// as: keys of `faults`
const outcome = fc.constantFrom("paid", "paid", ...(Object.keys(faults) as (keyof typeof faults)[]));
const switchToYear = fc.tuple(tabCount, outcome).map(
  ([count, fault]) =>
    new Step(
      `the customer switches the plan to its year in ${count} tabs, ${fault}`,
      async (state, real) => {
        await deliver(real, 1);
        const params = await findLivePlan(real.buyer);
        const period = await readPeriod(real);
        const clockBefore = await readClock(real);
        const body = { product_id: real.ids.year };
        const preview = (await real.buyer.client.call(previewSubscriptionSwitch, { params, body })).reply();
        const month = state.plan?.amount ?? 0;
        expect(preview.credit).toBeLessThanOrEqual(unusedCents(month, period, clockBefore));
        expect(preview.credit).toBeGreaterThanOrEqual(unusedCents(month, period, await readClock(real)));
        const year = model.termPrice(state, "year");
        expect(preview).toMatchObject({ price: year, due: year - preview.credit, begins_at: null });
        const answers = await confirmInTabs(real, count, preview.id, fault);
        if (fault === "declined") {
          // Among several tabs, some may see that the payment is pending.
          expect(answers.some(({ errcode }) => errcode === "PAYMENT_FAILED")).toBe(true);
          expect(answers.filter(({ status }) => status !== 422 && status !== 200)).toEqual([]);
          return;
        }
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        model.switchToYear(state, preview.due);
      },
      canSwitchToYear,
    ),
);

const switchToMonth = tabCount.map(
  (count) =>
    new Step(
      `the customer switches the plan to its month in ${count} tabs`,
      async (state, real) => {
        await deliver(real, 1);
        const params = await findLivePlan(real.buyer);
        const { end } = await readPeriod(real);
        const body = { product_id: real.ids.plan };
        const preview = (await real.buyer.client.call(previewSubscriptionSwitch, { params, body })).reply();
        const price = model.termPrice(state, "month");
        expect(preview).toMatchObject({ price, credit: 0, due: 0, begins_at: new Date(end * 1000).toISOString() });
        const answers = await confirmInTabs(real, count, preview.id, "paid");
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        model.switchToMonth(state);
      },
      (state) => isPlanRenewing(state) && state.plan?.term === "year" && state.plan.next_amount === null,
    ),
);

const withdrawSwitch = tabCount.map(
  (count) =>
    new Step(
      `the customer takes the switch to the month back in ${count} tabs`,
      async ({ plan }, { buyer }) => {
        const params = await findLivePlan(buyer);
        const answers = await inTabs(count, () => buyer.client.call(withdrawSubscriptionSwitch, { params }));
        for (const answer of answers) expect(answer.reply().scheduled_switch).toBeNull();
        if (plan) plan.next_amount = null;
      },
      (state) => isPlanActive(state) && state.plan?.next_amount !== null,
    ),
);

export const plans: fc.Arbitrary<Step>[] = [
  cancelAtEnd,
  resume,
  resume,
  cancelNow,
  cancelNowTooLate,
  switchToYear,
  switchToYear,
  switchToYear,
  switchToMonth,
  switchToMonth,
  withdrawSwitch,
];
