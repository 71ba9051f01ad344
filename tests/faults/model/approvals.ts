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

const isCalm = (state: State) => state.open === null;
const hasRequest = (state: State) => isCalm(state) && state.requests.length > 0;

const switchRule = ({ app, rule_id }: Real, isActive: boolean) =>
  app.shop.query("update approval_rules set is_active = $1, updated_at = now() where id = $2", [isActive, rule_id]);

const findOldestId = async ({ buyer }: Real) => {
  const query = { status: "pending", sort: "created_at", limit: "1" } as const;
  return (await buyer.client.call(listApprovalRequests, { query })).reply().data[0]?.id ?? "";
};

const tabs = fc.integer({ min: 1, max: 3 });

const send = fc.tuple(tabs, fc.constantFrom("good", "bank")).map(
  ([count, wanted]) =>
    new Step(
      `send for approval in ${count} tabs, paid by ${wanted}`,
      async (state, real) => {
        const method = state.cart.plan === undefined ? wanted : "good";
        const updated_at = await chooseMethod(real, method, false);
        const { client } = real.buyer;
        await switchRule(real, true);
        const isReady = model.isReady(state);
        if (isReady)
          expect((await client.call(checkoutCart, { body: { updated_at } })).errcode).toBe("ORDER_APPROVAL_REQUIRED");
        const answers = await Promise.all(
          Array.from({ length: count }, () => client.call(createApprovalRequest, { body: { updated_at } })),
        );
        await switchRule(real, false);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const good = answers.filter(({ status }) => status === 200 || status === 201).length;
        expect(good).toBe(model.send(state, method) ? count : 0);
      },
      isCalm,
    ),
);

const approve = tabs.map(
  (count) =>
    new Step(
      `approve the oldest request in ${count} tabs`,
      async (state, real) => {
        const params = { id: await findOldestId(real) };
        const answers = await Promise.all(
          Array.from({ length: count }, () => real.approver.client.call(approveRequest, { params })),
        );
        const expected = model.approve(state);
        expect(answers.map((answer) => answer.reply().status)).toEqual(answers.map(() => expected));
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

/** A colleague decides about orders, whose prices are those of the day they were sent. */
export const approvals: fc.Arbitrary<Step>[] = [send, approve, approve, reject];
