import fc from "fast-check";
import { expect } from "vitest";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { findPercent, calculateTax } from "../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { address } from "../../support/store.ts";
import { readProviderRecords } from "../invariants/provider-records.ts";
import { type Purchase, remainingCents, type State } from "./state.ts";
import type { Real } from "./real.ts";
import { Step } from "./step.ts";

const isPaidByCharge = ({ money }: Purchase) => money.stage === "taken" && money.account === undefined;
/** The provider refunds nothing while a dispute is open. */
const hasNoOpenDispute = ({ money }: Purchase) => money.dispute === "none" || money.dispute === "reinstated";
const listRefundable = (state: State) =>
  state.bought.filter((one) => isPaidByCharge(one) && hasNoOpenDispute(one) && remainingCents(one.money) >= 100);
const stages = { none: "created", created: "withdrawn", withdrawn: "reinstated" } as const;
const listDisputable = (state: State) =>
  state.bought.filter(
    (one) => isPaidByCharge(one) && one.money.dispute !== "reinstated" && remainingCents(one.money) > 0,
  );

const pick = (list: Purchase[], at: number): Purchase => {
  const picked = list[at % list.length];
  if (!picked) throw new Error("nothing to pick from");
  return picked;
};

const chargeIds = new WeakMap<object, string>();

/**
 * Finds the provider's charge of a purchase. Charges of the same reason and amount are interchangeable until
 * one of them is refunded or disputed.
 */
async function findCharge(state: State, { app, buyer }: Real, { money, reason }: Purchase): Promise<string> {
  const { charges, payments, invoices } = await readProviderRecords(app.shop, buyer.customer, []);
  const findReason = (intent: string) => {
    const payment = payments.find((one) => one.payment.payment_intent === intent);
    return invoices.find(({ id }) => id === payment?.invoice)?.billing_reason;
  };
  const usedIds = new Set(state.bought.flatMap((one) => chargeIds.get(one.money) ?? []));
  const matchingCharges = charges.filter(
    (one) => one.amount === money.amount && findReason(one.payment_intent) === reason,
  );
  const chargeId = chargeIds.get(money) ?? matchingCharges.find(({ id }) => !usedIds.has(id))?.id;
  if (!chargeId) throw new Error(`no charge of ${money.amount} cents`);
  chargeIds.set(money, chargeId);
  return chargeId;
}

/** Ends pending refunds at once; at a bank they take days. */
export async function endPendingRefunds({ app, buyer }: Real, outcome: "succeeded" | "failed"): Promise<void> {
  const { refunds } = await readProviderRecords(app.shop, buyer.customer, []);
  for (const { id, status } of refunds) {
    if (status === "pending") await app.shop.control("/refunds", { refund: id, outcome });
  }
}

const refund = fc.record({ at: fc.nat(20), isAll: fc.boolean(), fails: fc.boolean() }).map(
  ({ at, isAll, fails }) =>
    new Step(
      `the provider refunds ${isAll ? "all" : "a part"} of number ${at}${fails ? ", which fails" : ""}`,
      async (state, real) => {
        const one = pick(listRefundable(state), at);
        const amount = isAll ? remainingCents(one.money) : 100;
        const outcome = fails ? "failed" : "succeeded";
        const { control } = real.app.shop;
        await control("/refunds", { charge: await findCharge(state, real, one), amount, outcome });
        await endPendingRefunds(real, outcome);
        (fails ? one.money.failed : one.money.back).push(amount);
      },
      (state) => listRefundable(state).length > 0,
    ),
);

/** Does nothing while our ledger lacks the charge, as before the webhook of a bank debit. */
const refundOfOrder = fc.nat(20).map(
  (at) =>
    new Step(
      `an administrator refunds a part of order ${at}`,
      async (state, real) => {
        const one = pick(listPaidOrders(state), at);
        const charge = await findCharge(state, real, one);
        const [orderRow] = await real.app.shop.query<{ order_id: string }>(
          "select i.reference_id as order_id from payment_ledger l join invoices i on i.id = l.invoice_id where l.stripe_object_id = $1",
          [charge],
        );
        if (!orderRow) return;
        const params = { order_id: orderRow.order_id };
        (await real.admin.client.call(refundOrder, { params, body: { amount: 100 } })).reply();
        await endPendingRefunds(real, "succeeded");
        one.money.back.push(100);
      },
      (state) => listPaidOrders(state).length > 0,
    ),
);
const refundedPieces = new Map<string, number>();

/** The pieces of a line share its tax in whole cents; the first pieces get the remainder. */
const refundOfLine = fc.tuple(fc.nat(20), fc.nat(3)).map(
  ([at, place]) =>
    new Step(
      `an administrator refunds a piece of a line of order ${at}`,
      async (state, real) => {
        const one = pick(listPaidOrders(state), at);
        const charge = await findCharge(state, real, one);
        const lines = await real.app.shop.query<{ id: string; order_id: string; price: number; quantity: number }>(
          `select l.id, l.order_id, l.price::int, l.quantity from payment_ledger m
             join invoices i on i.id = m.invoice_id
             join order_lines l on l.order_id = i.reference_id
           where m.stripe_object_id = $1 order by l.position`,
          [charge],
        );
        const line = lines[place % lines.length];
        if (!line) return;
        const refundedCount = refundedPieces.get(line.id) ?? 0;
        const tax = calculateTax(line.price * line.quantity, findPercent(address.country, address.state));
        const amount = line.price + Math.floor(tax / line.quantity) + (refundedCount < tax % line.quantity ? 1 : 0);
        const body = { lines: [{ line_id: line.id, quantity: 1 }] };
        const answer = await real.admin.client.call(refundOrder, { params: { order_id: line.order_id }, body });
        const isPossible = refundedCount < line.quantity && amount <= remainingCents(one.money);
        // A refund made at the provider may not have reached us yet, and then the provider refuses a second one.
        expect(isPossible ? [200] : [400, 422]).toContain(answer.status);
        if (!isPossible) return;
        await endPendingRefunds(real, "succeeded");
        refundedPieces.set(line.id, refundedCount + 1);
        one.money.back.push(amount);
      },
      (state) => listPaidOrders(state).length > 0,
    ),
);
const listPaidOrders = (state: State) =>
  listRefundable(state).filter(({ reason, money }) => reason === "manual" && money.dispute === "none");

const dispute = fc.nat(20).map(
  (at) =>
    new Step(
      `the dispute of number ${at} goes on`,
      async (state, real) => {
        const one = pick(listDisputable(state), at);
        const { money } = one;
        if (money.dispute === "reinstated") return;
        const charge = await findCharge(state, real, one);
        if (money.dispute === "none") money.disputed = remainingCents(money);
        money.dispute = stages[money.dispute];
        const stage = { created: "created", withdrawn: "funds_withdrawn", reinstated: "funds_reinstated" }[
          money.dispute
        ];
        await real.app.shop.control("/disputes", { charge, stage });
      },
      (state) => listDisputable(state).length > 0,
    ),
);

/** Repeated steps are drawn more often. */
export const moneyBack: fc.Arbitrary<Step>[] = [refund, refundOfOrder, refundOfLine, refundOfLine, dispute, dispute];
