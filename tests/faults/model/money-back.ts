import fc from "fast-check";
import { expect } from "vitest";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { percentOf, taxOn } from "../../../sandbox/fakes/stripe/products/tax-rates.ts";
import { address } from "../../support/store.ts";
import { readProviderBooks } from "../invariants/provider-books.ts";
import { type Purchase, refundableCents, type State } from "./state.ts";
import type { Real } from "./real.ts";
import { Step } from "./step.ts";

const isTaken = ({ money }: Purchase) => money.stage === "taken" && money.account === undefined;
/** The provider gives nothing back while a dispute is open. */
const isQuiet = ({ money }: Purchase) => money.dispute === "none" || money.dispute === "reinstated";
const refundable = (state: State) =>
  state.bought.filter((one) => isTaken(one) && isQuiet(one) && refundableCents(one.money) >= 100);
const stages = { none: "created", created: "withdrawn", withdrawn: "reinstated" } as const;
const disputable = (state: State) =>
  state.bought.filter((one) => isTaken(one) && one.money.dispute !== "reinstated" && refundableCents(one.money) > 0);

const pick = (list: Purchase[], at: number): Purchase => {
  const found = list[at % list.length];
  if (!found) throw new Error("nothing to pick from");
  return found;
};

const chargeIds = new WeakMap<object, string>();

/**
 * The provider's charge of a purchase. Charges of the same reason and amount are interchangeable until something
 * happens to one.
 */
async function findCharge(state: State, { app, buyer }: Real, { money, reason }: Purchase): Promise<string> {
  const { charges, payments, invoices } = await readProviderBooks(app.shop, buyer.customer, []);
  const reasonOf = (intent: string) => {
    const payment = payments.find((one) => one.payment.payment_intent === intent);
    return invoices.find(({ id }) => id === payment?.invoice)?.billing_reason;
  };
  const taken = new Set(state.bought.flatMap((one) => chargeIds.get(one.money) ?? []));
  const alike = charges.filter((one) => one.amount === money.amount && reasonOf(one.payment_intent) === reason);
  const known = chargeIds.get(money) ?? alike.find(({ id }) => !taken.has(id))?.id;
  if (!known) throw new Error(`no charge of ${money.amount} cents`);
  chargeIds.set(money, known);
  return known;
}

/** A refund to a bank account takes days, which are over at once here. */
export async function endPendingRefunds({ app, buyer }: Real, outcome: "succeeded" | "failed"): Promise<void> {
  const { refunds } = await readProviderBooks(app.shop, buyer.customer, []);
  for (const { id, status } of refunds) {
    if (status === "pending") await app.shop.control("/refunds", { refund: id, outcome });
  }
}

const refund = fc.record({ at: fc.nat(20), isAll: fc.boolean(), fails: fc.boolean() }).map(
  ({ at, isAll, fails }) =>
    new Step(
      `the provider refunds ${isAll ? "all" : "a part"} of number ${at}${fails ? ", which fails" : ""}`,
      async (state, real) => {
        const one = pick(refundable(state), at);
        const amount = isAll ? refundableCents(one.money) : 100;
        const outcome = fails ? "failed" : "succeeded";
        const { control } = real.app.shop;
        await control("/refunds", { charge: await findCharge(state, real, one), amount, outcome });
        await endPendingRefunds(real, outcome);
        (fails ? one.money.failed : one.money.back).push(amount);
      },
      (state) => refundable(state).length > 0,
    ),
);

/** Before the payment's webhook nothing can be refunded. */
const refundOfOrder = fc.nat(20).map(
  (at) =>
    new Step(
      `an administrator refunds a part of order ${at}`,
      async (state, real) => {
        const one = pick(paidOrders(state), at);
        const charge = await findCharge(state, real, one);
        const [found] = await real.app.shop.query<{ order_id: string }>(
          "select i.reference_id as order_id from payment_ledger l join invoices i on i.id = l.invoice_id where l.stripe_object_id = $1",
          [charge],
        );
        if (!found) return;
        const params = { order_id: found.order_id };
        (await real.admin.client.call(refundOrder, { params, body: { amount: 100 } })).reply();
        await endPendingRefunds(real, "succeeded");
        one.money.back.push(100);
      },
      (state) => paidOrders(state).length > 0,
    ),
);
const refundedPieces = new Map<string, number>();

/** Each line's pieces share its tax in whole cents; the first pieces get the remainder. */
const refundOfLine = fc.tuple(fc.nat(20), fc.nat(3)).map(
  ([at, place]) =>
    new Step(
      `an administrator refunds a piece of a line of order ${at}`,
      async (state, real) => {
        const one = pick(paidOrders(state), at);
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
        const givenCount = refundedPieces.get(line.id) ?? 0;
        const tax = taxOn(line.price * line.quantity, percentOf(address.country, address.state));
        const amount = line.price + Math.floor(tax / line.quantity) + (givenCount < tax % line.quantity ? 1 : 0);
        const body = { lines: [{ line_id: line.id, quantity: 1 }] };
        const answer = await real.admin.client.call(refundOrder, { params: { order_id: line.order_id }, body });
        const isPossible = givenCount < line.quantity && amount <= refundableCents(one.money);
        // a refund at the provider may be unknown to us yet, and the provider refuses a second one
        expect(isPossible ? [200] : [400, 422]).toContain(answer.status);
        if (!isPossible) return;
        await endPendingRefunds(real, "succeeded");
        refundedPieces.set(line.id, givenCount + 1);
        one.money.back.push(amount);
      },
      (state) => paidOrders(state).length > 0,
    ),
);
const paidOrders = (state: State) =>
  refundable(state).filter(({ reason, money }) => reason === "manual" && money.dispute === "none");

const dispute = fc.nat(20).map(
  (at) =>
    new Step(
      `the dispute of number ${at} goes on`,
      async (state, real) => {
        const one = pick(disputable(state), at);
        const { money } = one;
        if (money.dispute === "reinstated") return;
        const charge = await findCharge(state, real, one);
        if (money.dispute === "none") money.disputed = refundableCents(money);
        money.dispute = stages[money.dispute];
        const stage = { created: "created", withdrawn: "funds_withdrawn", reinstated: "funds_reinstated" }[
          money.dispute
        ];
        await real.app.shop.control("/disputes", { charge, stage });
      },
      (state) => disputable(state).length > 0,
    ),
);

/** Refunds and disputes. */
export const moneyBack: fc.Arbitrary<Step>[] = [refund, refundOfOrder, refundOfLine, refundOfLine, dispute, dispute];
