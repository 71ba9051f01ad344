import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

const yearlyCents = 30_000;
const monthlyCents = 3000;

async function createSchedule() {
  const { stripe, customerWith } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const product = (await stripe.products.create({ name: "Plan" })).id;
  const buildPrice = (unit_amount: number, interval: "month" | "year") => ({
    currency: "usd",
    product,
    unit_amount,
    recurring: { interval },
  });
  const { id } = await stripe.subscriptions.create({
    customer,
    default_payment_method: method,
    items: [{ price_data: buildPrice(yearlyCents, "year") }],
  });
  const created = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [current] = created.phases;
  const first = {
    start_date: current?.start_date ?? 0,
    end_date: current?.end_date ?? 0,
    items: [{ price: String(current?.items[0]?.price), quantity: 1 }],
  };
  const next = {
    items: [{ price_data: buildPrice(monthlyCents, "month"), quantity: 1 }],
    duration: { interval: "month" as const, interval_count: 1 },
    proration_behavior: "none" as const,
    metadata: { switch_id: "1" },
  };
  return { id, customer, created, first, next };
}

test("a schedule begins its next phase with the period's end, then lets the subscription go", async () => {
  const { stripe, control } = harness;
  const { id, customer, created, first, next } = await createSchedule();
  const { id: schedule } = await stripe.subscriptionSchedules.update(created.id, {
    end_behavior: "release",
    proration_behavior: "none",
    phases: [first, next],
  });
  const { id: other } = await control("/payment-methods", { customer, number: "4242424242424242" });
  await stripe.subscriptionSchedules.update(schedule, { default_settings: { default_payment_method: other } });
  const scheduledSubscription = await stripe.subscriptions.retrieve(id, { expand: ["schedule"] });
  expect(scheduledSubscription).toMatchObject({ schedule: { id: schedule, status: "active" }, metadata: {} });
  expect((await stripe.invoices.list({ subscription: id })).data, "nothing is charged before").toHaveLength(1);

  await control("/clock", { advance_seconds: 366 * daySeconds });
  const switchedSubscription = await stripe.subscriptions.retrieve(id);
  expect(switchedSubscription).toMatchObject({
    status: "active",
    metadata: { switch_id: "1" },
    default_payment_method: other,
  });
  expect(switchedSubscription.billing_cycle_anchor).toBe(first.end_date);
  expect(switchedSubscription.items.data[0]).toMatchObject({
    current_period_start: first.end_date,
    price: { unit_amount: monthlyCents, recurring: { interval: "month" } },
  });
  await control("/clock", { advance_seconds: 31 * daySeconds });
  const totals = (await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total);
  expect(totals).toEqual([monthlyCents, monthlyCents, yearlyCents]);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null, status: "active" });
  expect((await stripe.subscriptionSchedules.retrieve(schedule)).status).toBe("released");
});

test("a released schedule changes nothing, and a canceled subscription ends it", async () => {
  const { stripe, control } = harness;
  const { id, created, first, next } = await createSchedule();
  await stripe.subscriptionSchedules.update(created.id, { phases: [first, next] });
  expect(await stripe.subscriptionSchedules.release(created.id)).toMatchObject({
    status: "released",
    subscription: null,
    released_subscription: id,
  });
  await control("/clock", { advance_seconds: 366 * daySeconds });
  expect((await stripe.invoices.list({ subscription: id })).data.map(({ total }) => total)).toEqual([
    yearlyCents,
    yearlyCents,
  ]);
  const endedSchedule = await createSchedule();
  await stripe.subscriptions.cancel(endedSchedule.id);
  expect((await stripe.subscriptionSchedules.retrieve(endedSchedule.created.id)).status).toBe("canceled");
});

test("what the provider refuses is refused: a second schedule, another end, a changed start, a released one", async () => {
  const { stripe } = harness;
  const { id, created, first, next } = await createSchedule();
  const tryToCreate = (from_subscription: string) =>
    expectRefusal(stripe.subscriptionSchedules.create({ from_subscription }));
  expect((await tryToCreate(id)).message).toContain("already attached to a schedule");
  expect((await tryToCreate("sub_unknown")).code).toBe("resource_missing");
  for (const end of [{ cancel_at_period_end: true }, { cancel_at: first.end_date }])
    expect((await expectRefusal(stripe.subscriptions.update(id, end))).message).toContain(
      "managed by the subscription schedule",
    );
  const tryToUpdate = (phases: object[]) =>
    expectRefusal(stripe.subscriptionSchedules.update(created.id, { phases: phases as [] }));
  expect((await tryToUpdate([{ ...first, start_date: first.start_date + 1 }, next])).param).toBe(
    "phases[0][start_date]",
  );
  expect((await tryToUpdate([first, { ...next, start_date: first.start_date }])).param).toBe("phases[1][start_date]");
  await stripe.subscriptionSchedules.release(created.id);
  expect((await tryToUpdate([first, next])).message).toContain("`released` status");
  expect((await expectRefusal(stripe.subscriptionSchedules.release(created.id))).message).toContain(
    "`released` status",
  );
  await stripe.subscriptions.cancel(id);
  expect((await tryToCreate(id)).message).toContain("`canceled` status");
});
