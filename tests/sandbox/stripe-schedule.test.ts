import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, daySeconds, refusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

const yearly = 30_000;
const monthly = 3000;

async function scheduled() {
  const { stripe, customerWith } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const product = (await stripe.products.create({ name: "Plan" })).id;
  const price = (unit_amount: number, interval: "month" | "year") => ({
    currency: "usd",
    product,
    unit_amount,
    recurring: { interval },
  });
  const { id } = await stripe.subscriptions.create({
    customer,
    default_payment_method: method,
    items: [{ price_data: price(yearly, "year") }],
  });
  const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [current] = created.phases;
  const first = {
    start_date: current?.start_date ?? 0,
    end_date: current?.end_date ?? 0,
    items: [{ price: String(current?.items[0]?.price), quantity: 1 }],
  };
  const next = {
    items: [{ price_data: price(monthly, "month"), quantity: 1 }],
    duration: { interval: "month" as const, interval_count: 1 },
    proration_behavior: "none" as const,
    metadata: { switch_id: "1" },
  };
  return { id, customer, created, first, next };
}

test("a schedule begins its next phase with the period's end, then lets the subscription go", async () => {
  const { stripe, control } = harness;
  const { id, customer, created, first, next } = await scheduled();
  const { id: schedule } = await stripe.subscriptionSchedules.update(created.id, {
    end_behavior: "release",
    proration_behavior: "none",
    phases: [first, next],
  });
  const { id: other } = await control("/payment-methods", { customer, number: "4242424242424242" });
  await stripe.subscriptionSchedules.update(schedule, { default_settings: { default_payment_method: other } });
  const before = await stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
  expect(before).toMatchObject({ schedule: { id: schedule, status: "active" }, metadata: {} });
  expect((await stripe.invoices.list({ subscription: id })).data, "nothing is charged before").toHaveLength(1);

  await control("/clock", { advance_seconds: 366 * daySeconds });
  const after = await stripe.subscriptions.retrieve(id);
  expect(after).toMatchObject({ status: "active", metadata: { switch_id: "1" }, default_payment_method: other });
  expect(after.billing_cycle_anchor).toBe(first.end_date);
  expect(after.items.data[0]).toMatchObject({
    current_period_start: first.end_date,
    price: { unit_amount: monthly, recurring: { interval: "month" } },
  });
  await control("/clock", { advance_seconds: 31 * daySeconds });
  const totals = (await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total);
  expect(totals).toEqual([monthly, monthly, yearly]);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null, status: "active" });
  expect((await stripe.subscriptionSchedules.retrieve(schedule)).status).toBe("released");
});

test("a released schedule changes nothing, and a canceled subscription ends it", async () => {
  const { stripe, control } = harness;
  const { id, created, first, next } = await scheduled();
  await stripe.subscriptionSchedules.update(created.id, { phases: [first, next] });
  expect(await stripe.subscriptionSchedules.release(created.id)).toMatchObject({
    status: "released",
    subscription: null,
    released_subscription: id,
  });
  await control("/clock", { advance_seconds: 366 * daySeconds });
  expect((await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total)).toEqual([yearly, yearly]);
  const ended = await scheduled();
  await stripe.subscriptions.cancel(ended.id);
  expect((await stripe.subscriptionSchedules.retrieve(ended.created.id)).status).toBe("canceled");
});

test("what the provider refuses is refused: a second schedule, another end, a changed start, a released one", async () => {
  const { stripe } = harness;
  const { id, created, first, next } = await scheduled();
  const create = (from_subscription: string) => refusal(stripe.subscriptionSchedules.create({ from_subscription }));
  expect((await create(id)).message).toContain("already attached to a schedule");
  expect((await create("sub_unknown")).code).toBe("resource_missing");
  for (const end of [{ cancel_at_period_end: true }, { cancel_at: first.end_date }])
    expect((await refusal(stripe.subscriptions.update(id, end))).message).toContain(
      "managed by the subscription schedule",
    );
  const update = (phases: object[]) =>
    refusal(stripe.subscriptionSchedules.update(created.id, { phases: phases as [] }));
  expect((await update([{ ...first, start_date: first.start_date + 1 }, next])).param).toBe("phases[0][start_date]");
  expect((await update([first, { ...next, start_date: first.start_date }])).param).toBe("phases[1][start_date]");
  await stripe.subscriptionSchedules.release(created.id);
  expect((await update([first, next])).message).toContain("`released` status");
  expect((await refusal(stripe.subscriptionSchedules.release(created.id))).message).toContain("`released` status");
  await stripe.subscriptions.cancel(id);
  expect((await create(id)).message).toContain("`canceled` status");
});
