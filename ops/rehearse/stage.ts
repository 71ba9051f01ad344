import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Stripe } from "stripe";
import { createStripeProvider } from "../../worker/gateways/stripe.ts";
import { createStripe } from "../stripe/account.ts";
import { CommandError } from "../target.ts";

/** https://docs.stripe.com/testing */
export const methodIds = {
  good: "pm_card_visa",
  declines: "pm_card_chargeCustomerFail",
  asks: "pm_card_authenticationRequired",
  bank: "pm_usBankAccount_success",
} as const;
export type MethodKind = keyof typeof methodIds;

/** Ids at Stripe of a customer, the payment method and the customer's own test clock. */
export type Buyer = { customer: string; method: string; clock: string };
export type Stage = Awaited<ReturnType<typeof openStage>>;

const readyWithinMs = 120_000;
const dayS = 86_400;

/**
 * Opens a test environment at Stripe. `close` deletes the test clocks, and Stripe deletes their customers with them
 * (https://docs.stripe.com/billing/testing/test-clocks).
 * @throws CommandError for a live key
 */
export async function openStage(settings: { STRIPE_SECRET_KEY: string; STRIPE_API_URL: string }) {
  if (!/^(sk|rk)_test_/.test(settings.STRIPE_SECRET_KEY)) {
    throw new CommandError("A rehearsal takes a key of test mode (sk_test_... or rk_test_...).");
  }
  const stripe = createStripe(settings);
  const provider = createStripeProvider({ ...settings, STRIPE_WEBHOOK_SECRET: "whsec_none" });
  const clocks: string[] = [];

  async function giveMethod(customer: string, kind: MethodKind): Promise<string> {
    if (kind !== "bank") return (await stripe.paymentMethods.attach(methodIds[kind], { customer })).id;
    const intent = await stripe.setupIntents.create({
      customer,
      payment_method: methodIds[kind],
      allowed_payment_method_types: ["us_bank_account"],
      confirm: true,
      mandate_data: { customer_acceptance: { type: "offline" } },
    });
    const { payment_method } = intent;
    return typeof payment_method === "string" ? payment_method : (payment_method?.id ?? "");
  }

  return {
    stripe,
    provider,
    giveMethod,
    key: () => `rehearsal_${randomUUID()}`,
    async buyer(kind: MethodKind = "good"): Promise<Buyer> {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
      clocks.push(clock.id);
      const { id } = await stripe.customers.create({
        name: "Rehearsal",
        email: "rehearsal@example.com",
        test_clock: clock.id,
      });
      return { customer: id, method: await giveMethod(id, kind), clock: clock.id };
    },
    /** Advances the buyer's test clock, and waits until everything due has happened. */
    async pass({ clock }: Buyer, days: number): Promise<void> {
      const { frozen_time } = await stripe.testHelpers.testClocks.retrieve(clock);
      await stripe.testHelpers.testClocks.advance(clock, { frozen_time: frozen_time + days * dayS });
      await waitUntil(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status === "ready");
    },
    async close(): Promise<void> {
      for (const id of clocks) await stripe.testHelpers.testClocks.del(id);
    },
  };
}

/** @throws after two minutes */
export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + readyWithinMs;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error("it did not come to be within two minutes");
    await wait(500);
  }
}

/** Sums of the successful charges and of their refunds, in US cents. */
export async function fetchTotals(stripe: Stripe, customer: string): Promise<{ charged: number; refunded: number }> {
  const { data } = await stripe.charges.list({ customer, limit: 100 });
  const charges = data.filter(({ status }) => status === "succeeded");
  return {
    charged: charges.reduce((sum, { amount }) => sum + amount, 0),
    refunded: charges.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
  };
}
