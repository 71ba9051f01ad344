import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getAdminSubscription,
  giveSubscription,
  updateSubscription,
} from "../../../../worker/contract/v1/admin/subscriptions.ts";
import { listSubscriptions } from "../../../../worker/contract/v1/client/subscriptions.ts";
import { listTaskRuns, retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import {
  getSubscriptionStatusTask,
  startSubscriptionStatusTask,
} from "../../../../worker/contract/v1/admin/workers.ts";
import type { Actor } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { unique } from "../../../support/factories.ts";
import { type Buyer, cards, type Shop, openShop } from "../../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  // The payment provider of this app does not have the paid plans of the demo data.
  await shop.query("update subscriptions set stripe_id = null");
  admin = await shop.signedInAdmin();
});
afterAll(() => app?.stop());

const name = "subscription-status";
async function run() {
  (await admin.client.call(startSubscriptionStatusTask)).reply();
  const readTask = async () => (await admin.client.call(getSubscriptionStatusTask)).reply();
  await expect.poll(async () => (await readTask()).status).not.toBe("processing");
  const [newest] = (await admin.client.call(listTaskRuns, { params: { name } })).reply().data;
  const { status, found, processed, failures = [] } = newest ?? {};
  return { id: newest?.id ?? "", status, found, processed, failures };
}
const findPlan = async ({ client }: Buyer) => (await client.call(listSubscriptions)).reply().data[0];
const listMails = async ({ user }: Buyer) =>
  (await shop.query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user.id])).map(
    ({ type }) => type,
  );
const buyPlan = async () => shop.purchase([await shop.createPlan()]);
/** Calls the provider directly, for changes that its own staff makes. */
async function callProvider(
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<{ id: string }> {
  const { STRIPE_API_URL = "", STRIPE_SECRET_KEY = "" } = app.sandbox.vars;
  const response = await fetch(new URL(path, STRIPE_API_URL), {
    method,
    headers: {
      authorization: `Bearer ${STRIPE_SECRET_KEY}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method === "POST" && { body: new URLSearchParams(fields) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
/**
 * Makes changes at the provider, drops their webhooks, and records their events here as processed, so that no job finds
 * them in the provider's list.
 */
async function changeSilently(work: () => Promise<unknown>): Promise<void> {
  await shop.control("/deliveries", { action: "hold" });
  await work();
  await shop.query(
    `insert into stripe_events (id, type, object_id, created, status, processed_at)
     select unnest($1::text[]), 'customer.subscription.updated', 'lost', 0, 'processed', now() on conflict do nothing`,
    [(await shop.objects("event")).map(({ id }) => id)],
  );
  await shop.control("/deliveries", { action: "release", drop: true });
}

test("what changed at the provider while its callbacks were lost is in line after a run, and is told once", async () => {
  const [runningBuyer, endingBuyer, unchangedBuyer] = [await buyPlan(), await buyPlan(), await buyPlan()];
  await shop.settled();
  const rowsBefore = await shop.query<{ id: string; updated_at: string }>(
    "select id, updated_at::text from subscriptions where org_id = $1",
    [unchangedBuyer.org_id],
  );
  const findStripeId = async (buyer: Buyer) => (await findPlan(buyer))?.stripe_id ?? "";
  const [runningId, endingId] = [await findStripeId(runningBuyer), await findStripeId(endingBuyer)];
  const endsAt = Math.floor(Date.now() / 1000) + 20 * 86_400;
  await changeSilently(async () => {
    await callProvider("POST", `/v1/subscriptions/${runningId}`, { cancel_at: String(endsAt) });
    await callProvider("DELETE", `/v1/subscriptions/${endingId}`);
  });
  await shop.settled();
  expect((await findPlan(runningBuyer))?.cancel_at).toBeNull();
  expect((await findPlan(endingBuyer))?.status).toBe("active");

  const first = await run();
  expect(first).toMatchObject({ status: "completed", processed: first.found, failures: [] });
  expect(first.found).toBeGreaterThanOrEqual(3);
  expect((await findPlan(runningBuyer))?.cancel_at).toBe(new Date(endsAt * 1000).toISOString());
  expect(await findPlan(endingBuyer)).toMatchObject({ status: "canceled", is_available: false });
  const listCancelMails = async () => (await listMails(endingBuyer)).filter((type) => type === "subscriptionCanceled");
  expect(await listCancelMails()).toHaveLength(1);
  const mails = await listMails(unchangedBuyer);

  // A second run finds nothing new, notifies no one, and does not read plans that have ended.
  expect(await run()).toMatchObject({ status: "completed", found: (first.found ?? 0) - 1, failures: [] });
  expect(await listCancelMails()).toHaveLength(1);
  expect(await listMails(unchangedBuyer)).toEqual(mails);
  expect(
    await shop.query("select id, updated_at::text from subscriptions where org_id = $1", [unchangedBuyer.org_id]),
    "what is as it was keeps its time",
  ).toEqual(rowsBefore);
});

test("what an administrator set is not overwritten by a run: of a given one its status, of a paid one its end", async () => {
  const paidBuyer = await buyPlan();
  const { id: product_id } = await shop.createPlan();
  const now = Math.floor(Date.now() / 1000);
  const isoAt = (days: number) => new Date((now + days * 86_400) * 1000).toISOString();
  const body = { product_id, org_id: paidBuyer.org_id, start_date: isoAt(-1), end_date: isoAt(30) };
  const subscription = (await admin.client.call(giveSubscription, { body })).reply();
  const change = (subscription_id: string, fields: object) =>
    admin.client.call(updateSubscription, { params: { subscription_id }, body: fields });
  const [paidId = ""] = paidBuyer.bought.subscription_ids;
  await shop.settled();
  expect((await change(subscription.id, { status: "past_due" })).status).toBe(200);
  expect((await change(paidId, { status: "past_due" })).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
  expect((await change(paidId, { end_date: isoAt(20) })).status).toBe(200);
  expect(await run()).toMatchObject({ status: "completed", failures: [] });
  await shop.settled();
  const readSubscription = async (subscription_id: string) =>
    (await admin.client.call(getAdminSubscription, { params: { subscription_id } })).reply();
  expect(await readSubscription(subscription.id)).toMatchObject({ status: "past_due", cancel_at: isoAt(30) });
  expect(await readSubscription(paidId)).toMatchObject({ status: "active", cancel_at: isoAt(20) });
});

test.each(["answers before", "is silent until after"])(
  "a paid plan that an administrator ends is mailed once when the provider %s its webhook",
  async (order) => {
    const buyer = await buyPlan();
    await shop.settled();
    const [subscription_id = ""] = buyer.bought.subscription_ids;
    const path = `/v1/subscriptions/${(await findPlan(buyer))?.stripe_id}`;
    const end = () =>
      admin.client.call(updateSubscription, { params: { subscription_id }, body: { status: "canceled" } });
    const listCancelMails = async () => (await listMails(buyer)).filter((type) => type === "subscriptionCanceled");
    await shop.control("/deliveries", { action: "hold" });
    if (order === "answers before") {
      (await end()).reply();
    } else {
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await end()).status).toBe(503);
      await shop.sandbox.clearFaults();
    }
    await shop.control("/deliveries", { action: "release" });
    await shop.settled();
    expect(await findPlan(buyer)).toMatchObject({ status: "canceled" });
    expect(await listCancelMails()).toHaveLength(1);
    expect((await end()).errcode).toBe("SUBSCRIPTION_ALREADY_CANCELLED");
    await shop.control("/deliveries", { action: "repeat" });
    await shop.settled();
    expect(await listCancelMails()).toHaveLength(1);
  },
);

test("one that the provider does not know is a failure with its reason, and is done once it is mended", async () => {
  const buyer = await buyPlan();
  await shop.settled();
  const plan = await findPlan(buyer);
  const totalCount = (await run()).found ?? 0;
  await shop.query("update subscriptions set stripe_id = 'sub_unknown' where id = $1", [plan?.id]);
  const failedRun = await run();
  expect(failedRun).toMatchObject({ status: "completed", found: totalCount, processed: totalCount - 1 });
  expect(failedRun.failures).toMatchObject([
    { record_id: plan?.id, reason: "payments: there is no subscription sub_unknown" },
  ]);
  expect((await findPlan(buyer))?.status).toBe("active");
  const retry = () =>
    admin.client.call(retryTaskRecord, { params: { name, id: failedRun.id }, body: { record_id: plan?.id ?? "" } });
  expect((await retry()).status).toBe(422);
  await shop.query("update subscriptions set stripe_id = $2, status = 'past_due' where id = $1", [
    plan?.id,
    plan?.stripe_id,
  ]);
  expect((await retry()).status).toBe(200);
  expect((await findPlan(buyer))?.status).toBe("active");
});

test("more than a page of them are all seen", async () => {
  const knownCount = (await run()).found ?? 0;
  const buyer = await buyPlan();
  await shop.settled();
  const product = await callProvider("POST", "/v1/products", { name: "Plan" });
  const item = { product: product.id, currency: "usd", unit_amount: "4900", "recurring][interval": "month" };
  const fields = {
    customer: buyer.customer,
    default_payment_method: await shop.addMethod(buyer.customer, cards.good),
    ...Object.fromEntries(Object.entries(item).map(([key, value]) => [`items[0][price_data][${key}]`, value])),
  };
  let ids: string[] = [];
  await changeSilently(async () => {
    const creations = Array.from({ length: 101 }, () => callProvider("POST", "/v1/subscriptions", fields));
    ids = (await Promise.all(creations)).map(({ id }) => id);
  });
  const unknownIds = Array.from({ length: 11 }, () => unique("sub"));
  await shop.query(
    `with p as (insert into products (name) select 'Plan ' || n from generate_series(1, cardinality($2::text[])) n returning id),
     numbered as (select id, row_number() over (order by id) as n from p)
     insert into subscriptions (org_id, product_id, status, amount, interval, stripe_id)
     select $1, id, 'past_due', 4900, 'month', ($2::text[])[n] from numbered`,
    [buyer.org_id, [...ids, ...unknownIds]],
  );
  const { found = 0, processed, failures } = await run();
  await shop.query("delete from subscriptions where stripe_id = any($1)", [unknownIds]);
  expect(failures.map(({ reason }) => reason).toSorted()).toEqual(
    unknownIds.map((id) => `payments: there is no subscription ${id}`).toSorted(),
  );
  expect(found).toBeGreaterThanOrEqual(knownCount + 112);
  expect(processed).toBe(found - 11);
  const statuses = await shop.query("select distinct status from subscriptions where stripe_id = any($1)", [ids]);
  expect(statuses).toEqual([{ status: "active" }]);
});
