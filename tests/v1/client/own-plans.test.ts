import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deletePaymentMethod, listPaymentMethods } from "../../../worker/contract/v1/client/billing.ts";
import { updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import {
  cancelSubscription,
  changeSubscriptionMethod,
  getSubscription,
  resumeSubscription,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { startOwnApp } from "../../support/app.ts";
import { cards, type Shop, openShop, type TestProduct } from "../../support/store.ts";
import { listUserActions } from "./plan-terms.ts";

// The provider's clock is shared state, so these tests advance it in their own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

async function createSubscriber(plan?: TestProduct) {
  const buyer = await shop.purchase([plan ?? (await shop.createPlan())]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const read = async () => (await buyer.client.call(getSubscription, { params })).reply();
  const entries = () => listUserActions(shop, params);
  return { ...buyer, params, read, entries };
}
const fetchProviderPlan = async (customer: string) => {
  const [plan] = await shop.objects("subscription", { customer });
  return plan;
};

describe("the payment method of a plan", () => {
  test("is told with the next charge, tax included; who may not see billing sees the charge alone", async () => {
    const { read, org_id, params } = await createSubscriber();
    const plan = await read();
    const [row] = await shop.query<{ total: number }>(
      "select (amount + tax)::int as total from subscriptions where id = $1",
      [params.subscription_id],
    );
    expect(plan.next_charge).toEqual({ at: plan.current_period_end, amount: row?.total });
    expect(row?.total).toBeGreaterThan(plan.product.amount);
    expect(plan.payment_method).toMatchObject({ type: "card", name: "visa", last4: "4242" });
    const member = await shop.signedIn({ org_id });
    const memberView = (await member.client.call(getSubscription, { params })).reply();
    expect(memberView).toMatchObject({ next_charge: plan.next_charge, payment_method: null });
  });

  test("is another one from then on, and the change is recorded once", async () => {
    const { client, customer, params, read, entries } = await createSubscriber();
    const other = await shop.addMethod(customer, cards.good);
    const body = { payment_method_id: other };
    const changedPlan = (await client.call(changeSubscriptionMethod, { params, body })).reply();
    expect(changedPlan.payment_method).toMatchObject({ id: other, last4: "4242" });
    (await client.call(changeSubscriptionMethod, { params, body })).reply();
    await shop.settled();
    expect((await read()).payment_method).toMatchObject({ id: other });
    expect(await entries()).toEqual(["changeSubscriptionMethod"]);
    expect(await fetchProviderPlan(customer)).toMatchObject({ default_payment_method: other });
  });

  test("is none of another organization's, and none that cannot pay", async () => {
    const { client, customer, params } = await createSubscriber();
    const stranger = await createSubscriber();
    const foreignMethod = await shop.addMethod(stranger.customer, cards.good);
    const expiredMethod = await shop.addMethod(customer, cards.good, { exp_month: 1, exp_year: 2020 });
    const choose = async (payment_method_id: string) =>
      (await client.call(changeSubscriptionMethod, { params, body: { payment_method_id } })).errcode;
    expect(await choose(foreignMethod)).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect(await choose("pm_unknown")).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect(await choose(expiredMethod)).toBe("PAYMENT_METHOD_EXPIRED");
    const body = { payment_method_id: foreignMethod };
    expect((await stranger.client.call(changeSubscriptionMethod, { params, body })).errcode).toBe(
      "SUBSCRIPTION_NOT_FOUND",
    );
  });

  test("is replaced in the step that removes it", async () => {
    const { client, customer, read, entries } = await createSubscriber();
    const [currentMethod] = (await client.call(listPaymentMethods)).reply().data;
    const other = await shop.addMethod(customer, cards.good);
    const request = { params: { payment_method_id: currentMethod?.id ?? "" } };
    expect((await client.call(deletePaymentMethod, request)).errcode).toBe("PAYMENT_METHOD_IN_USE");
    const unknownReplacement = { ...request, query: { replacement_id: "pm_unknown" } };
    expect((await client.call(deletePaymentMethod, unknownReplacement)).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    (await client.call(deletePaymentMethod, { ...request, query: { replacement_id: other } })).reply();
    expect((await client.call(listPaymentMethods)).reply().data.map(({ id }) => id)).toEqual([other]);
    expect((await read()).payment_method).toMatchObject({ id: other });
    expect(await entries()).toEqual(["changeSubscriptionMethod"]);
  });
});

describe("a plan that its customer cancels", () => {
  test("is recorded as canceled whatever order the provider's messages arrive in", async () => {
    const { client, params, read } = await createSubscriber();
    await shop.control("/deliveries", { action: "hold" });
    (await client.call(cancelSubscription, { params })).reply();
    (await client.call(resumeSubscription, { params })).reply();
    (await client.call(cancelSubscription, { params })).reply();
    await shop.control("/deliveries", { action: "shuffle", times: 2, drop: 0 });
    await shop.settled();
    expect(await read()).toMatchObject({ cancels_at_period_end: true, next_charge: null });
  });

  test("stays as it is when the provider refuses or does not answer, and an administrator's end is not taken back", async () => {
    const { client, customer, params, read } = await createSubscriber();
    const planBefore = await read();
    await shop.sandbox.addFault({
      service: "stripe",
      path: "/v1/subscriptions/",
      kind: "status",
      value: 400,
      times: 1,
    });
    expect((await client.call(cancelSubscription, { params })).errcode).toBe("STRIPE_SUBSCRIPTION_MODIFICATION_ERROR");
    expect(await read()).toEqual(planBefore);
    const admin = await shop.signedInAdmin();
    const end_date = new Date(Date.now() + 9 * 86_400_000).toISOString();
    (await admin.client.call(updateSubscription, { params, body: { end_date } })).reply();
    expect((await client.call(resumeSubscription, { params })).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    expect(await fetchProviderPlan(customer)).toMatchObject({ cancel_at_period_end: false });
  });

  test("is nobody's to cancel who may not buy, and not one that CGX granted", async () => {
    const { client, org_id, params } = await createSubscriber();
    const member = await shop.signedIn({ org_id });
    expect((await member.client.call(cancelSubscription, { params })).errcode).toBe("USR_NOT_AUTHORIZED");
    const plan = await shop.createPlan();
    const [grantedPlan] = await shop.query<{ id: string }>(
      `insert into subscriptions (product_id, org_id, status, amount, interval)
       values ($1, $2, 'active', 4900, 'month') returning id`,
      [plan.id, org_id],
    );
    const request = { params: { subscription_id: grantedPlan?.id ?? "" } };
    expect((await client.call(cancelSubscription, request)).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
  });

  // The last test, because it advances the provider's clock but not ours.
  test("works until its term ends, is not charged again, and goes on when it is resumed in time", async () => {
    const { client, customer, params, read, entries } = await createSubscriber();
    const planBefore = await read();
    const canceledPlan = (await client.call(cancelSubscription, { params })).reply();
    expect(canceledPlan).toMatchObject({
      status: "active",
      cancels_at_period_end: true,
      cancel_at: planBefore.current_period_end,
      next_charge: null,
      is_available: true,
    });
    (await client.call(cancelSubscription, { params })).reply();
    await shop.settled();
    const resumedPlan = (await client.call(resumeSubscription, { params })).reply();
    expect(resumedPlan).toMatchObject({
      cancels_at_period_end: false,
      cancel_at: null,
      next_charge: planBefore.next_charge,
    });
    (await client.call(resumeSubscription, { params })).reply();
    expect(await entries()).toEqual(["cancelSubscription", "resumeSubscription"]);
    await shop.advance(31);
    await shop.settled();
    expect(await shop.charges(customer)).toHaveLength(2);

    (await client.call(cancelSubscription, { params })).reply();
    await shop.advance(31);
    await shop.settled();
    expect(await shop.charges(customer)).toHaveLength(2);
    expect(await read()).toMatchObject({ status: "canceled", is_available: false, next_charge: null });
    for (const act of [cancelSubscription, resumeSubscription])
      expect((await client.call(act, { params })).errcode).toBe("SUBSCRIPTION_ALREADY_CANCELLED");
  });
});
