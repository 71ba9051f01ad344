import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import {
  cancelSubscriptionNow,
  getSubscription,
  previewSubscriptionSwitch,
  switchSubscription,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { startOwnApp } from "../../support/app.ts";
import { postForm } from "../../support/forms.ts";
import { type Shop, openShop, type TestProduct } from "../../support/store.ts";
import { readWords } from "../../http/pages/words.ts";
import { createTerms } from "./plan-terms.ts";

// The provider's faults and clock are shared state, so these tests have their own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

async function createSubscriber(options: { with_goods?: true; plan?: TestProduct } = {}) {
  const plan = options.plan ?? (await shop.createPlan());
  const buyer = await shop.purchase([plan, ...(options.with_goods ? [await shop.createProduct()] : [])]);
  await shop.settled();
  const { client, customer, org_id } = buyer;
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const read = async () => (await client.call(getSubscription, { params })).reply();
  const cancel = () => client.call(cancelSubscriptionNow, { params });
  const invoice = async () => {
    const [row] = await shop.query<{ id: string; status: string; needs_review: boolean; amount: number }>(
      `select id, payment_status as status, needs_review, amount::int
       from invoices where reference_id = $1 and reference_type = 'subscription'`,
      [params.subscription_id],
    );
    if (!row) throw new Error("the plan has no invoice");
    return row;
  };
  const refunds = () =>
    shop.query<{ amount: number; status: string; order_id: string | null }>(
      "select amount::int, status, order_id from refunds where org_id = $1",
      [org_id],
    );
  const paidBack = async () => {
    const charges = await shop.charges(customer);
    const refundLists = await Promise.all(charges.map(({ id }) => shop.objects("refund", { charge: id })));
    return refundLists.flat().map(({ amount }) => amount);
  };
  return { ...buyer, plan, params, read, cancel, invoice, refunds, paidBack, total: (await invoice()).amount };
}

/** Subscribes to a monthly plan and previews the switch to its yearly term. */
async function createSwitcher() {
  const { month, year } = await createTerms(shop);
  const plan = await createSubscriber({ plan: month });
  const { client, params } = plan;
  const preview = (await client.call(previewSubscriptionSwitch, { params, body: { product_id: year.id } })).reply();
  const confirm = () => client.call(switchSubscription, { params, body: { switch_id: preview.id } });
  return { ...plan, year, preview, confirm };
}

const retrySoon = () => shop.query("update refunds set next_at = now() where status = 'asked'");

describe("a plan that is canceled at once within 14 days", () => {
  test("ends, unlocks nothing more, and is refunded whole, once for clicks in two tabs", async () => {
    const { client, params, org_id, read, cancel, invoice, refunds, paidBack, total } = await createSubscriber();
    const subscriptionBefore = await read();
    expect(subscriptionBefore.refund_offer?.amount).toBe(total);
    expect(
      Date.parse(subscriptionBefore.refund_offer?.until ?? "") - Date.parse(subscriptionBefore.start_at),
    ).toBeGreaterThan(13.9 * 86_400_000);
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await cancel()).reply()).toMatchObject({ status: "canceled", is_available: false, refund_offer: null });
    await shop.settled();
    expect(await read()).toMatchObject({ status: "canceled", is_available: false, next_charge: null });
    expect(await paidBack()).toEqual([total]);
    expect((await invoice()).status).toBe("refunded");
    expect(await refunds()).toEqual([{ amount: total, status: "succeeded", order_id: null }]);
    const entries = await shop.query(
      "select action, data from audit_log where subject_id = $1 and actor_id is not null",
      [params.subscription_id],
    );
    expect(entries).toEqual([{ action: "cancelSubscriptionNow", data: { amount: total } }]);
    const mails = await shop.query<{ type: string }>(
      "select distinct o.type from outbox o join users u on u.id = o.user_id where u.org_id = $1",
      [org_id],
    );
    expect(mails.map(({ type }) => type)).toEqual(expect.arrayContaining(["paymentRefunded", "subscriptionCanceled"]));
    const admin = await shop.signedInAdmin();
    expect(await readWords(admin.client, `/admin/subscriptions/${params.subscription_id}`)).toContain(
      "canceled at once and refunded the subscription",
    );
    expect(await readWords(client, `/portal/subscriptions/${params.subscription_id}`)).toContain("Refunded");
  });

  test("is recorded the same when messages come in any order, and names the order of its checkout", async () => {
    const { cancel, read, refunds, paidBack, invoice, bought, total } = await createSubscriber({ with_goods: true });
    await shop.control("/deliveries", { action: "hold" });
    (await cancel()).reply();
    await shop.control("/deliveries", { action: "shuffle", times: 2 });
    await shop.settled();
    expect(await paidBack()).toEqual([total]);
    expect(await refunds()).toEqual([{ amount: total, status: "succeeded", order_id: bought.order_id }]);
    expect((await invoice()).status).toBe("refunded");
    expect((await read()).status).toBe("canceled");
  });

  test.for([
    ["DELETE of the plan", { path: "/v1/subscriptions/", kind: "lost-answer" }],
    ["DELETE that never arrives", { path: "/v1/subscriptions/", kind: "cut" }],
    ["refund", { path: "/v1/refunds", kind: "lost-answer" }],
    ["refund that never arrives", { path: "/v1/refunds", kind: "cut" }],
  ] as const)("is ended and refunded once when the answer is lost: %s", async ([, fault]) => {
    const { cancel, read, paidBack, refunds, total } = await createSubscriber();
    await shop.sandbox.addFault({ service: "stripe", times: 6, ...fault });
    const first = await cancel();
    expect([200, 422, 500, 503]).toContain(first.status);
    await shop.sandbox.clearFaults();
    await retrySoon();
    await shop.settled();
    await shop.sweep();
    await shop.settled();
    expect((await cancel()).status).toBe(200);
    expect(await paidBack()).toEqual([total]);
    expect(await refunds()).toMatchObject([{ amount: total, status: "succeeded" }]);
    expect((await read()).status).toBe("canceled");
  });

  test("is not refunded while the switch to its other term may have charged already", async () => {
    const { customer, year, preview, confirm, read, cancel, paidBack, refunds } = await createSwitcher();
    await shop.control("/deliveries", { action: "hold" });
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions/", kind: "lost-answer", times: 4 });
    expect((await confirm()).status).toBe(200);
    await shop.sandbox.clearFaults();
    expect((await read()).refund_offer).toBeNull();
    expect((await cancel()).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    await shop.control("/deliveries", { action: "shuffle", times: 2 });
    await shop.query("update plan_switches set next_at = now() where id = $1", [preview.id]);
    await shop.settled();
    expect(await read()).toMatchObject({ status: "active", product: { id: year.id } });
    expect(await shop.charges(customer)).toHaveLength(2);
    expect([...(await refunds()), ...(await paidBack())]).toEqual([]);
  });

  test("is not switched to its other term before its end has reached the provider", async () => {
    const { customer, confirm, read, cancel, paidBack, total } = await createSwitcher();
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions/", kind: "cut", times: 6 });
    expect((await cancel()).status).not.toBe(200);
    await shop.sandbox.clearFaults();
    expect((await confirm()).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    await retrySoon();
    await shop.settled();
    await shop.sweep();
    await shop.settled();
    expect((await read()).status).toBe("canceled");
    expect(await shop.charges(customer)).toHaveLength(1);
    expect(await paidBack()).toEqual([total]);
  });

  test("says so when its refund is refused: it has ended, and the invoice waits for somebody", async () => {
    const { client, customer, org_id, params, cancel, read, paidBack, refunds, invoice, total } =
      await createSubscriber();
    const failureText = `We could not return $${(total / 100).toFixed(2)} to Visa ··4242. The money is with us`;
    const path = `/portal/subscriptions/${params.subscription_id}`;
    expect(await readWords(client, path)).not.toContain("We could not return");
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", kind: "status", value: 400, times: 1 });
    expect((await cancel()).errcode).toBe("PAYMENT_FAILED");
    await shop.settled();
    expect((await read()).status).toBe("canceled");
    expect(await refunds()).toMatchObject([{ status: "failed" }]);
    expect(await paidBack()).toEqual([]);
    expect(await invoice()).toMatchObject({ status: "paid", needs_review: true });
    expect((await cancel()).status, "it is not tried again unseen").toBe(200);
    expect(await paidBack()).toEqual([]);
    expect(await readWords(client, path)).toContain(failureText);
    expect(await readWords((await shop.signedIn({ org_id })).client, path)).not.toContain("We could not return");
    const adminClient = (await shop.signedInAdmin()).client;
    const readAdminPage = () => readWords(adminClient, `/admin/subscriptions/${params.subscription_id}`);
    expect(await readAdminPage()).toContain(
      `The refund of $${(total / 100).toFixed(2)} to Visa ending in 4242 was refused on`,
    );
    // The charge is refunded at the provider, not through the shop.
    const [charge] = await shop.charges(customer);
    await fetch(`${shop.sandbox.url}/v1/refunds`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ charge: charge?.id ?? "" }).toString(),
    });
    await shop.settled();
    expect(await paidBack()).toEqual([total]);
    expect(await readWords(client, path)).not.toContain("We could not return");
    expect(await readAdminPage()).not.toContain("was refused on");
  });

  test("is its own organization's only, by who may buy, and not by who acts as a customer", async () => {
    const { params, org_id, user, cancel, paidBack } = await createSubscriber();
    const stranger = await createSubscriber();
    expect((await stranger.client.call(cancelSubscriptionNow, { params })).errcode).toBe("SUBSCRIPTION_NOT_FOUND");
    const member = await shop.signedIn({ org_id });
    expect((await member.client.call(cancelSubscriptionNow, { params })).status).toBe(403);
    const { client } = await shop.impersonating(user);
    expect((await client.call(cancelSubscriptionNow, { params })).status).toBe(403);
    expect(await paidBack()).toEqual([]);
    const admin = await shop.signedInAdmin();
    (await admin.client.call(updateSubscription, { params, body: { status: "canceled" } })).reply();
    expect((await cancel()).errcode).toBe("SUBSCRIPTION_ALREADY_CANCELLED");
  });

  test("is offered on the plan's page, which asks before it acts and says the amount", async () => {
    const { client, params, total, plan, paidBack } = await createSubscriber();
    const path = `/portal/subscriptions/${params.subscription_id}`;
    const dollars = `$${(total / 100).toFixed(2)}`;
    const offerText = await readWords(client, path);
    expect(offerText).toContain("Cancel now and get a refund");
    expect(offerText).toContain(`The whole payment of ${dollars} is refunded to the method it came from`);
    expect(offerText).toContain(`Cancel and refund ${dollars}`);
    const response = await postForm(client, `${path}/cancel-now`);
    expect([response.status, response.headers.get("location")]).toEqual([303, path]);
    const endedText = await readWords(client, path);
    expect(endedText).toContain(`${plan.name} has ended. Its invoice shows the refund.`);
    expect(endedText).not.toContain("Cancel now");
    await shop.settled();
    expect(await paidBack()).toEqual([total]);
  });

  // The last test, because it advances the provider's clock but not ours.
  test("is neither offered nor made after 14 days, nor after a second payment", async () => {
    const { client, params, read, cancel, paidBack } = await createSubscriber();
    await shop.advance(31);
    await shop.settled();
    expect((await read()).refund_offer).toBeNull();
    expect((await cancel()).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    expect(await readWords(client, `/portal/subscriptions/${params.subscription_id}`)).not.toContain("Cancel now");
    const lateSubscriber = await createSubscriber();
    await shop.query("update payment_ledger set booked_at = now() - interval '15 days' where invoice_id = $1", [
      (await lateSubscriber.invoice()).id,
    ]);
    expect((await lateSubscriber.read()).refund_offer).toBeNull();
    expect((await lateSubscriber.cancel()).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    expect([...(await paidBack()), ...(await lateSubscriber.paidBack())]).toEqual([]);
  });
});
