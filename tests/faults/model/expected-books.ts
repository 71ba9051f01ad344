import { type Purchase, type Money, refundableCents, type State } from "./state.ts";

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

function statusOf(money: Money): string {
  if (money.stage === "refused") return "declined";
  if (money.stage !== "taken") return "pending";
  if (money.account?.is_canceled) return money.account.parts.length > 0 ? "refunded" : "pending";
  if (money.dispute === "created" || money.dispute === "withdrawn") return "disputed";
  if (refundableCents(money) === 0) return "refunded";
  if (refundableCents(money) < money.amount) return "partially_refunded";
  return money.failed.length > 0 ? "refund_failed" : "paid";
}

function orderStatusOf(money: Money): string {
  const status = statusOf(money);
  if (status === "refunded" || money.account?.is_canceled) return "canceled";
  if (money.account) return "processing";
  return status === "pending" || status === "declined" ? "new" : "processing";
}

const receivedOf = ({ stage, amount, account }: Money): number[] =>
  account ? account.parts : stage === "taken" ? [amount] : [];

function ledgerOf(money: Money): string[] {
  if (money.stage !== "taken" && money.stage !== "owed") return [];
  const withdrawn = money.dispute === "withdrawn" || money.dispute === "reinstated";
  return [
    ...receivedOf(money).map((cents) => `charge ${cents}`),
    ...money.back.map((cents) => `refund ${-cents}`),
    ...money.failed.flatMap((cents) => [`refund ${-cents}`, `refund_failed ${cents}`]),
    ...(withdrawn ? [`dispute_withdrawn ${-money.disputed}`] : []),
    ...(money.dispute === "reinstated" ? [`dispute_reinstated ${money.disputed}`] : []),
  ];
}

/** Our reasons are the specification's, which knows no switch. */
const reasonOf = ({ reason }: Purchase): string => (reason === "subscription_update" ? "manual" : reason);

/** The organization's required ledger once nothing is pending. */
export function expectedBooks(state: State) {
  const { plan } = state;
  const next = plan?.status === "active" && !plan.ends ? (plan.next_amount ?? plan.amount) : undefined;
  const orders = state.bought.filter(({ reason }) => reason === "manual");
  return {
    orders: orders.map(({ money }) => [orderStatusOf(money), statusOf(money), money.amount].join(" ")).toSorted(),
    invoices: state.bought.map((one) => [reasonOf(one), one.money.amount, statusOf(one.money)].join(" ")).toSorted(),
    ledger: state.bought.flatMap(({ money }) => ledgerOf(money)).toSorted(),
    subscriptions: [
      ...(plan ? [plan.status] : []),
      ...Array.from({ length: state.canceled_plans }, () => "canceled"),
    ].toSorted(),
    next_charges: next === undefined ? [] : [next],
    charged: sum(state.bought.flatMap(({ money }) => receivedOf(money))),
    cart: state.cart,
  };
}
