import fc from "fast-check";
import { expect } from "vitest";
import {
  approveRequest,
  listApprovalRequests,
  rejectRequest,
} from "../../../worker/contract/v1/client/approval-requests.ts";
import { createApprovalRequest } from "../../../worker/contract/v1/store/approval-requests.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { chooseMethod, type Real } from "./real.ts";
import * as model from "./state.ts";
import type { State } from "./state.ts";
import { Step } from "./step.ts";

const hasNoOpenPayment = (state: State) => state.open === null;
const hasRequest = (state: State) => hasNoOpenPayment(state) && state.requests.length > 0;

const setRuleActive = ({ app, rule_id }: Real, isActive: boolean) =>
  app.shop.query("update approval_rules set is_active = $1, updated_at = now() where id = $2", [isActive, rule_id]);

const findOldestId = async ({ buyer }: Real) => {
  const query = { status: "pending", sort: "created_at", limit: "1" } as const;
  return (await buyer.client.call(listApprovalRequests, { query })).reply().data[0]?.id ?? "";
};

const tabCount = fc.integer({ min: 1, max: 3 });

const send = fc.tuple(tabCount, fc.constantFrom("good", "bank")).map(
  ([count, requestedMethod]) =>
    new Step(
      `send for approval in ${count} tabs, paid by ${requestedMethod}`,
      async (state, real) => {
        const method = state.cart.plan === undefined ? requestedMethod : "good";
        const updated_at = await chooseMethod(real, method, false);
        const { client } = real.buyer;
        await setRuleActive(real, true);
        const isReady = model.isReady(state);
        if (isReady)
          expect((await client.call(checkoutCart, { body: { updated_at } })).errcode).toBe("ORDER_APPROVAL_REQUIRED");
        const answers = await Promise.all(
          Array.from({ length: count }, () => client.call(createApprovalRequest, { body: { updated_at } })),
        );
        await setRuleActive(real, false);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const successCount = answers.filter(({ status }) => status === 200 || status === 201).length;
        expect(successCount).toBe(model.send(state, method) ? count : 0);
      },
      hasNoOpenPayment,
    ),
);

const approve = tabCount.map(
  (count) =>
    new Step(
      `approve the oldest request in ${count} tabs`,
      async (state, real) => {
        const params = { id: await findOldestId(real) };
        const answers = await Promise.all(
          Array.from({ length: count }, () => real.approver.client.call(approveRequest, { params })),
        );
        const expectedStatus = model.approve(state);
        expect(answers.map((answer) => answer.reply().status)).toEqual(answers.map(() => expectedStatus));
      },
      hasRequest,
    ),
);

const reject = fc.constant(
  new Step(
    "reject the oldest request",
    async (state, real) => {
      const params = { id: await findOldestId(real) };
      (await real.approver.client.call(rejectRequest, { params, body: { note: "No." } })).reply();
      state.requests.shift();
    },
    hasRequest,
  ),
);

/** A colleague approves or rejects requests; their prices are those of the day on which they were sent. */
export const approvals: fc.Arbitrary<Step>[] = [send, approve, approve, reject];
