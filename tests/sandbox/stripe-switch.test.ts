import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

const monthlyCents = 3000;
const yearlyCents = 30_000;

async function subscribe(number: string) {
  const { stripe, customerWith, control } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const product = (await stripe.products.create({ name: "Plan" })).id;
  const price = (unit_amount: number, interval: "month" | "year") => ({
    currency: "usd",
    product,
    unit_amount,
    recurring: { interval },
  });
  const subscription = await stripe.subscriptions.create({
    customer,
    default_payment_method: method,
    items: [{ price_data: price(monthlyCents, "month") }],
  });
  const { id } = await control("/payment-methods", { customer, number });
  await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
  const items = [{ id: subscription.items.data[0]?.id ?? "", price_data: price(yearlyCents, "year") }];
  return { customer, subscription, items, price };
}

test("a switch to another interval is previewed to the cent, charged at once, and moves the billing date", async () => {
  const { stripe, control } = harness;
  const { subscription, items } = await subscribe("4242424242424242");
  await control("/clock", { advance_seconds: 10 * daySeconds });
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: "always_invoice" },
  });
  const [credit, term] = preview.lines.data;
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items.data[0] ?? {};
  const prorationDate = preview.parent?.subscription_details?.subscription_proration_date ?? 0;
  expect(credit?.amount).toBe(-Math.round((monthlyCents * (end - prorationDate)) / (end - start)));
  expect(credit?.parent?.subscription_item_details?.proration).toBe(true);
  expect(term).toMatchObject({ amount: yearlyCents });
  expect(preview.total).toBe(yearlyCents + (credit?.amount ?? 0));
  expect((await stripe.invoices.list({ subscription: subscription.id })).data, "nothing is kept").toHaveLength(1);

  const switched = await stripe.subscriptions.update(subscription.id, {
    items,
    proration_behavior: "always_invoice",
    proration_date: prorationDate,
    payment_behavior: "error_if_incomplete",
    expand: ["latest_invoice"],
  });
  const { latest_invoice: invoice } = switched;
  expect(invoice).toMatchObject({
    status: "paid",
    total: preview.total,
    amount_paid: preview.total,
    billing_reason: "subscription_update",
  });
  const item = switched.items.data[0];
  expect(item).toMatchObject({
    id: items[0]?.id,
    price: { unit_amount: yearlyCents, recurring: { interval: "year" } },
  });
  expect(switched.billing_cycle_anchor).toBe(item?.current_period_start);
  await control("/clock", { advance_seconds: 31 * daySeconds });
  expect((await stripe.invoices.list({ subscription: subscription.id })).data, "no month any more").toHaveLength(2);
  await control("/clock", { advance_seconds: 340 * daySeconds });
  expect((await stripe.invoices.list({ subscription: subscription.id })).data.map(({ total }) => total)).toEqual([
    yearlyCents,
    preview.total,
    monthlyCents,
  ]);
});

test("a declined or unconfirmed payment of a strict switch changes nothing", async () => {
  const { stripe, control } = harness;
  for (const [number, code] of [
    ["4000000000000341", "card_declined"],
    ["4000002760003184", "subscription_payment_intent_requires_action"],
  ] as const) {
    const { customer, subscription, items } = await subscribe(number);
    const before = await stripe.subscriptions.retrieve(subscription.id);
    const { id: default_payment_method } = await control("/payment-methods", { customer, number });
    const switchAttempt = stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      metadata: { switch: "1" },
      description: "Yearly",
      default_payment_method,
    });
    expect(await expectRefusal(switchAttempt)).toMatchObject({ statusCode: 402, code });
    const unchanged = await stripe.subscriptions.retrieve(subscription.id);
    expect(unchanged).toEqual(before);
    expect(unchanged).toMatchObject({ status: "active", metadata: {}, latest_invoice: subscription.latest_invoice });
    expect(unchanged.items.data[0]?.price.recurring?.interval).toBe("month");
  }
});

// https://docs.stripe.com/billing/subscriptions/pending-updates-reference: a pending update takes no metadata.
test("a switch with a parameter that is refused changes and charges nothing", async () => {
  const { stripe, control } = harness;
  const { subscription, items } = await subscribe("4242424242424242");
  const before = await stripe.subscriptions.retrieve(subscription.id);
  const { now } = z.object({ now: z.number() }).parse(await control("/clock", { advance_seconds: 0 }));
  for (const [refused, param] of [
    [{ payment_behavior: "pending_if_incomplete", metadata: { switch: "1" } }, "metadata"],
    [{ cancel_at: now - 1, metadata: { switch: "1" } }, "cancel_at"],
  ] as const) {
    const switchAttempt = stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: "always_invoice",
      ...refused,
    });
    expect(await expectRefusal(switchAttempt)).toMatchObject({ statusCode: 400, param });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(before);
  }
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
});

test("what the provider refuses is refused: another item, a date outside the period, an ended subscription", async () => {
  const { stripe } = harness;
  const { subscription, items, price } = await subscribe("4242424242424242");
  const { id } = subscription;
  const tryToPreview = (subscription_details: object) =>
    expectRefusal(stripe.invoices.createPreview({ subscription: id, subscription_details }));
  const foreignItems = [{ id: "si_unknown", price_data: price(yearlyCents, "year") }];
  expect((await tryToPreview({ items: foreignItems })).code).toBe("resource_missing");
  const { current_period_start: start = 0 } = subscription.items.data[0] ?? {};
  expect((await tryToPreview({ items, proration_date: start - 1 })).param).toBe("proration_date");
  expect((await tryToPreview({ items, proration_date: start, proration_behavior: "none" })).param).toBe(
    "proration_date",
  );
  await stripe.subscriptions.cancel(id);
  expect((await tryToPreview({ items })).code).toBe("resource_missing");
  expect((await expectRefusal(stripe.subscriptions.update(id, { items }))).message).toContain("canceled");
});
