import assert from "node:assert/strict";
import { fetchTotals, type Buyer, waitUntil, type Stage } from "../stage.ts";
import { requireDone, expectTotals, type Flow } from "./flow.ts";

async function buyPlan(stage: Stage, { customer, method }: Buyer, key = stage.key()) {
  return stage.provider.createSubscription({
    key,
    customer,
    payment_method: method,
    product: { id: "00000000-0000-4000-8000-00000000aaaa", name: "Rehearsal plan" },
    amount: 4900,
    interval: "month",
    po_number: null,
    metadata: { attempt_id: key },
  });
}

export const planFlows: Flow[] = [
  {
    name: "a plan is bought and active at once",
    play: async (stage) => {
      const buyer = await stage.buyer();
      assert.equal(requireDone(await buyPlan(stage, buyer)).status, "active");
      await expectTotals(stage, buyer, 4900);
    },
  },
  {
    name: "the same plan twice is one subscription",
    play: async (stage) => {
      const [buyer, key] = [await stage.buyer(), stage.key()];
      const [first, again] = [await buyPlan(stage, buyer, key), await buyPlan(stage, buyer, key)];
      assert.equal(requireDone(first).id, requireDone(again).id);
      await expectTotals(stage, buyer, 4900);
    },
  },
  {
    name: "a plan that is declined never begins",
    play: async (stage) => {
      const buyer = await stage.buyer("declines");
      assert.equal((await buyPlan(stage, buyer)).outcome, "declined");
      const { data } = await stage.stripe.subscriptions.list({ customer: buyer.customer, status: "active" });
      assert.deepEqual(data, []);
      await expectTotals(stage, buyer, 0);
    },
  },
  {
    name: "a plan renews after a month",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const { id } = requireDone(await buyPlan(stage, buyer));
      await stage.pass(buyer, 33);
      await waitUntil(async () => (await fetchTotals(stage.stripe, buyer.customer)).charged === 9800);
      assert.equal((await stage.provider.getSubscription(id))?.latest_invoice?.billing_reason, "subscription_cycle");
    },
  },
  {
    name: "a plan with an end renews no more, and costs nothing more",
    play: async (stage) => {
      const buyer = await stage.buyer();
      const { id, current_period_end } = requireDone(await buyPlan(stage, buyer));
      const ending = await stage.provider.updateSubscription(id, { cancel_at: current_period_end });
      assert.equal(ending?.cancel_at, current_period_end);
      await stage.pass(buyer, 40);
      await waitUntil(async () => (await stage.provider.getSubscription(id))?.status === "canceled");
      await expectTotals(stage, buyer, 4900);
    },
  },
];
