import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

async function subscribe({ customer, method }: { customer: string; method: string }) {
  const { stripe } = harness;
  const product = await stripe.products.create({ name: "Plan" });
  const price_data = {
    currency: "usd",
    product: product.id,
    unit_amount: 4900,
    recurring: { interval: "month" as const },
  };
  return stripe.subscriptions.create({ customer, default_payment_method: method, items: [{ price_data }] });
}

test("a subscription renews, is behind after a failure, is tried on days 3 and 5 and then ends", async () => {
  const { url, stripe, store, control, customerWith, faults } = harness;
  const subscription = await subscribe(await customerWith("4242424242424242"));
  expect(subscription.status).toBe("active");
  const listReasons = async () =>
    (await stripe.invoices.list({ subscription: subscription.id })).data.map((one) => [one.billing_reason, one.status]);
  const status = async () => (await stripe.subscriptions.retrieve(subscription.id)).status;
  await control("/clock", { advance_seconds: 32 * daySeconds });
  expect(await listReasons()).toEqual([
    ["subscription_cycle", "paid"],
    ["subscription_create", "paid"],
  ]);
  await expect.poll(async () => store.sentFor(subscription.id).includes("invoice/upcoming")).toBe(true);
  faults.add({ service: "stripe", kind: "decline", times: 3, when: "before" });
  const { items } = await stripe.subscriptions.retrieve(subscription.id);
  const clock: { now: number } = await (await fetch(`${url}/stripe/clock`)).json();
  await control("/clock", { advance_seconds: (items.data[0]?.current_period_end ?? 0) - clock.now });
  expect(await status()).toBe("past_due");
  await control("/clock", { advance_seconds: 4 * daySeconds });
  expect(await status()).toBe("past_due");
  await control("/clock", { advance_seconds: daySeconds });
  expect(await status()).toBe("canceled");
  await expect.poll(async () => store.sentFor(subscription.id).includes("customer/subscription/deleted")).toBe(true);
  expect(store.sentFor(subscription.id).filter((path) => path === "invoice/payment-failed")).toHaveLength(3);
});

test("a subscription that is canceled before its first payment expires, and nobody can pay for it any more", async () => {
  const { stripe, customerWith } = harness;
  const subscription = await subscribe(await customerWith("4000000000000341"));
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe("incomplete_expired");
  const invoices = await stripe.invoices.list({ subscription: subscription.id });
  expect(invoices.data.map(({ status }) => status)).toEqual(["void"]);
  expect((await expectRefusal(stripe.subscriptions.cancel(subscription.id))).code).toBe("resource_missing");
});

test("a first payment that fails leaves an incomplete subscription for 23 hours, or none when asked to", async () => {
  const { stripe, control, customerWith } = harness;
  const owner = await customerWith("4000000000000341");
  const subscription = await subscribe(owner);
  expect(subscription.status).toBe("incomplete");
  await control("/clock", { advance_seconds: daySeconds });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
  const product = await stripe.products.create({ name: "Plan" });
  const price_data = {
    currency: "usd",
    product: product.id,
    unit_amount: 100,
    recurring: { interval: "year" as const },
  };
  const strictFields = {
    customer: owner.customer,
    default_payment_method: owner.method,
    payment_behavior: "error_if_incomplete" as const,
  };
  expect((await expectRefusal(stripe.subscriptions.create({ ...strictFields, items: [{ price_data }] }))).code).toBe(
    "card_declined",
  );
  expect((await stripe.subscriptions.list({ customer: owner.customer, status: "all" })).data).toHaveLength(1);
});

test("a subscription ends when it was told to", async () => {
  const { stripe, control, customerWith } = harness;
  const subscription = await subscribe(await customerWith("4242424242424242"));
  const cancel_at = subscription.created + 10 * daySeconds;
  expect((await stripe.subscriptions.update(subscription.id, { cancel_at })).cancel_at).toBe(cancel_at);
  expect((await stripe.subscriptions.update(subscription.id, { cancel_at: "" })).cancel_at).toBeNull();
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await control("/clock", { advance_seconds: 32 * daySeconds });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  expect((await expectRefusal(stripe.subscriptions.cancel(subscription.id))).statusCode).toBe(404);
});
