import type Stripe from "stripe";

/** Behavior of a payment method's charges. `needs-buyer`: the bank declines charges while the buyer is absent. */
export type Behavior = "succeeds" | "declines" | "needs-authentication" | "needs-buyer" | "settles" | "fails-to-settle";

export interface TestNumber {
  number: string;
  label: string;
  last4: string;
  behaviour: Behavior;
  /** Creating the payment method fails, because the bank declines. */
  isRefused?: boolean;
  /** The bank account is entered by hand, so it must be verified before it is attached. */
  isUnverified?: boolean;
}

export const testCards: TestNumber[] = [
  { number: "4242424242424242", label: "Visa that works", last4: "4242", behaviour: "succeeds" },
  {
    number: "4000002760003184",
    label: "Visa that asks for authentication at every payment",
    last4: "3184",
    behaviour: "needs-authentication",
  },
  {
    number: "4000002500003155",
    label: "Visa whose renewals are declined, because nobody is there for the bank to ask",
    last4: "3155",
    behaviour: "needs-buyer",
  },
  {
    number: "4000000000000341",
    label: "Visa that can be added; its charges are declined",
    last4: "0341",
    behaviour: "declines",
  },
  {
    number: "4000000000000002",
    label: "Visa that is declined at once",
    last4: "0002",
    behaviour: "declines",
    isRefused: true,
  },
];

export const testBankAccounts: TestNumber[] = [
  { number: "us_bank_ok", label: "US bank account that pays after 4 days", last4: "6789", behaviour: "settles" },
  {
    number: "us_bank_fails",
    label: "US bank account that fails after 4 days",
    last4: "1116",
    behaviour: "fails-to-settle",
  },
  {
    number: "us_bank_by_hand",
    label: "US bank account entered by hand: kept after its deposit was named, a day later",
    last4: "4321",
    behaviour: "settles",
    isUnverified: true,
  },
];

export const testWallets: TestNumber[] = [
  { number: "link", label: "Link wallet that works", last4: "", behaviour: "succeeds" },
];

/** Ignores spaces and hyphens. */
export function findTestNumber(input: string): TestNumber | undefined {
  const number = input.replace(/[\s-]/g, "");
  return [...testCards, ...testBankAccounts, ...testWallets].find((one) => one.number === number);
}

export function findBehavior(method: Stripe.PaymentMethod): Behavior {
  const last4 = method.card?.last4 ?? method.us_bank_account?.last4;
  return [...testCards, ...testBankAccounts].find((one) => one.last4 === last4)?.behaviour ?? "succeeds";
}
