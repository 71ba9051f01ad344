import { type Purchase, type Money, remainingCents, type State } from "./state.ts";
import { sum } from "../../support/sum.ts";

function paymentStatus(money: Money): string {
  if (money.stage === "refused") return "declined";
  if (money.stage !== "taken") return "pending";
  if (money.account?.is_canceled) return money.account.parts.length > 0 ? "refunded" : "pending";
  if (money.dispute === "created" || money.dispute === "withdrawn") return "disputed";
  if (remainingCents(money) === 0) return "refunded";
  if (remainingCents(money) < money.amount) return "partially_refunded";
  return money.failed.length > 0 ? "refund_failed" : "paid";
}

function orderStatus(money: Money): string {
  const status = paymentStatus(money);
  if (status === "refunded" || money.account?.is_canceled) return "canceled";
  if (money.account) return "processing";
  return status === "pending" || status === "declined" ? "new" : "processing";
}

const receivedCents = ({ stage, amount, account }: Money): number[] =>
  account ? account.parts : stage === "taken" ? [amount] : [];

function listLedger(money: Money): string[] {
  if (money.stage !== "taken" && money.stage !== "owed") return [];
  const isWithdrawn = money.dispute === "withdrawn" || money.dispute === "reinstated";
  return [
    ...receivedCents(money).map((cents) => `charge ${cents}`),
    ...money.back.map((cents) => `refund ${-cents}`),
    ...money.failed.flatMap((cents) => [`refund ${-cents}`, `refund_failed ${cents}`]),
    ...(isWithdrawn ? [`dispute_withdrawn ${-money.disputed}`] : []),
    ...(money.dispute === "reinstated" ? [`dispute_reinstated ${money.disputed}`] : []),
  ];
}

/** The specification has no billing reason for a switch, so our rows say "manual". */
const billingReason = ({ reason }: Purchase): string => (reason === "subscription_update" ? "manual" : reason);

/** The organization's records that the specification requires once nothing is pending. */
export function buildExpectedRecords(state: State) {
  const { plan } = state;
  const nextCharge = plan?.status === "active" && !plan.ends ? (plan.next_amount ?? plan.amount) : undefined;
  const orders = state.bought.filter(({ reason }) => reason === "manual");
  return {
    orders: orders.map(({ money }) => [orderStatus(money), paymentStatus(money), money.amount].join(" ")).toSorted(),
    invoices: state.bought
      .map((one) => [billingReason(one), one.money.amount, paymentStatus(one.money)].join(" "))
      .toSorted(),
    ledger: state.bought.flatMap(({ money }) => listLedger(money)).toSorted(),
    subscriptions: [
      ...(plan ? [plan.status] : []),
      ...Array.from({ length: state.canceled_plans }, () => "canceled"),
    ].toSorted(),
    next_charges: nextCharge === undefined ? [] : [nextCharge],
    charged: sum(state.bought.flatMap(({ money }) => receivedCents(money))),
    cart: state.cart,
  };
}
