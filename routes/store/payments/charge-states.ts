import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { type Charge, isUnpaidCharge, type Payment } from "../../../worker/domain/payments/index.ts";
import { isWebAddress } from "../../web-address.ts";

export type ChargeState = "paid" | "declined" | "confirm" | "next" | "bank" | "asked";

/** The bank asks for one confirmation at a time; bank debits take days. */
export function chargeStates({ charges, action_url, is_open, method }: Payment): ChargeState[] {
  const current = charges.find(isUnpaidCharge);
  return charges.map((charge) => {
    if (!isUnpaidCharge(charge)) return "paid";
    if (charge.payment_status === "declined") return "declined";
    if (action_url && charge === current) return "confirm";
    if (action_url) return "next";
    return !is_open && method?.type === "us_bank_account" ? "bank" : "asked";
  });
}

/** Key that changes with every step of the payment; polling pages reload when the key differs. */
export const paymentStep = (payment: Payment): string =>
  [payment.is_open, payment.action_url ?? "", ...chargeStates(payment)]
    .map((part) => encodeURIComponent(part))
    .join("/");

export const confirmHref = ({ action_url }: Payment): string | undefined =>
  isWebAddress(action_url) ? action_url : undefined;

export const paymentMethodName = (payment: Payment | undefined): string | undefined =>
  payment?.method ? methodName(payment.method) : undefined;

export const isOnAccount = (payment: Payment | undefined): boolean => payment?.method?.type === "account";

export const isByBank = (payment: Payment | undefined): boolean => payment?.method?.type === "us_bank_account";

export type PartialPayment = { paid: Charge[]; open: Charge[]; open_amount: number };

export function findPartialPayment(payment: Payment | undefined): PartialPayment | undefined {
  const charges = payment?.is_open && !payment.is_canceled ? payment.charges : [];
  const open = charges.filter(isUnpaidCharge);
  const paid = charges.filter((charge) => !isUnpaidCharge(charge));
  if (paid.length === 0 || open.length === 0) return undefined;
  return { paid, open, open_amount: open.reduce((sum, { amount }) => sum + amount, 0) };
}

const chargeName = ({ kind, name }: Charge): string => (kind === "order" ? `order ${name}` : name);
const listFormat = new Intl.ListFormat("en-US");
export const formatChargeNames = (charges: readonly Charge[]): string => listFormat.format(charges.map(chargeName));
