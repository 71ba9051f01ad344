// These tests share an app of their own, because they advance the provider's clock.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getFinance } from "../../../worker/contract/v1/admin/finance.ts";
import { getOverview } from "../../../worker/contract/v1/admin/overview.ts";
import { updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import {
  cancelSubscription,
  changeSubscriptionMethod,
  getSubscription,
  previewSubscriptionSwitch,
  resumeSubscription,
  switchSubscription,
  withdrawSubscriptionSwitch,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { addCartProduct, removeCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { startOwnApp } from "../../support/app.ts";
import { postForm } from "../../support/forms.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { readWords } from "../../http/pages/words.ts";
import { createTerms, listUserActions } from "./plan-terms.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const monthlyPrice = 49_00;
/** Matches a day as pages write it: "26 Jun 2027". */
const dayPattern = /\d{1,2} [A-Z][a-z]{2} \d{4}/.source;

async function createSubscriber() {
  const { month, year } = await createTerms(shop);
  const buyer = await shop.purchase([year]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const { client } = buyer;
  const preview = () => client.call(previewSubscriptionSwitch, { params, body: { product_id: month.id } });
  const confirm = (switch_id: string) => client.call(switchSubscription, { params, body: { switch_id } });
  const schedule = async () => (await confirm((await preview()).reply().id)).reply();
  const read = async () => (await client.call(getSubscription, { params })).reply();
  const entries = () => listUserActions(shop, params);
  const paid = await shop.sum(buyer.customer);
  return { ...buyer, month, year, params, preview, confirm, schedule, read, entries, paid };
}

describe("the switch of a yearly plan to its monthly term", () => {
  test("begins with the end of the year, for its previewed price, paid by the card chosen meanwhile", async () => {
    const { client, customer, org_id, month, year, params, preview, confirm, read, entries, paid } =
      await createSubscriber();
    const planBefore = await read();
    const offer = (await preview()).reply();
    expect(offer).toMatchObject({ product: month, interval: "month", credit: 0, due: 0, status: "previewed" });
    expect(offer.begins_at).toBe(planBefore.current_period_end);
    expect(offer.price).toBeGreaterThan(monthlyPrice);
    const clickAnswers = await Promise.all([confirm(offer.id), confirm(offer.id)]);
    expect(clickAnswers.map(({ status }) => status)).toEqual([200, 200]);
    (await confirm(offer.id)).reply();
    await shop.settled();
    const planMeanwhile = await read();
    expect(planMeanwhile).toMatchObject({
      product: { id: year.id, interval: "year" },
      is_available: true,
      scheduled_switch: { id: offer.id, product: month, interval: "month", begins_at: planBefore.current_period_end },
      next_charge: { at: planBefore.current_period_end, amount: offer.price },
    });
    expect(await shop.sum(customer), "nothing is charged before").toBe(paid);
    expect(await entries()).toEqual(["switchSubscription"]);
    expect((await preview()).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");

    const other = await shop.addMethod(customer, cards.bank);
    (await client.call(changeSubscriptionMethod, { params, body: { payment_method_id: other } })).reply();
    await shop.advance(366);
    await shop.advance(5);
    await shop.settled();
    const charges = await shop.charges(customer);
    expect(charges.map(({ amount }) => amount).toSorted((one, two) => one - two)).toEqual([offer.price, paid]);
    const [newestInvoice] = await shop.query(
      `select amount::int, tax::int, products, payment_status, billing_reason, needs_review
       from invoices where reference_id = $1 order by period_start desc limit 1`,
      [params.subscription_id],
    );
    expect(newestInvoice).toMatchObject({
      amount: offer.price,
      tax: offer.price - monthlyPrice,
      payment_status: "paid",
      billing_reason: "subscription_cycle",
      needs_review: false,
    });
    expect(newestInvoice?.["products"]).toEqual([
      { id: month.id, name: month.name, price: monthlyPrice, quantity: 1, tax_amount: offer.price - monthlyPrice },
    ]);
    const planAfter = await read();
    expect(planAfter).toMatchObject({
      status: "active",
      product: { id: month.id, amount: monthlyPrice, interval: "month" },
      scheduled_switch: null,
      payment_method: { id: other },
    });
    const [ledger] = await shop.query("select sum(amount_cents)::int as sum from payment_ledger where org_id = $1", [
      org_id,
    ]);
    expect(ledger?.["sum"]).toBe(paid + offer.price);
    // From then on the plan is charged monthly, and is canceled like any other.
    await shop.advance(31);
    await shop.advance(5);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(paid + 2 * offer.price);
    (await client.call(cancelSubscription, { params })).reply();
    await shop.advance(62);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(paid + 2 * offer.price);
    expect((await read()).status).toBe("canceled");
  });

  test("is among the renewals ahead with its own price and term", async () => {
    const { params, preview, confirm } = await createSubscriber();
    const offer = (await preview()).reply();
    (await confirm(offer.id)).reply();
    await shop.settled();
    const { client } = await shop.signedInAdmin();
    const readRenewals = async (days: number) => {
      await shop.query("update subscriptions set current_period_end = now() + $2 * interval '1 day' where id = $1", [
        params.subscription_id,
        days,
      ]);
      const { renewals: within30Days } = (await client.call(getOverview)).reply();
      return { within30Days, within90Days: (await client.call(getFinance, { query: {} })).reply().renewals };
    };
    const [without, ahead] = [await readRenewals(200), await readRenewals(20)];
    expect(ahead.within30Days).toEqual({
      count: (without.within30Days?.count ?? 0) + 1,
      amount: (without.within30Days?.amount ?? 0) + offer.price,
    });
    // after 20 days, and one and two months later
    expect(ahead.within90Days).toEqual({
      count: without.within90Days.count + 3,
      amount: without.within90Days.amount + 3 * offer.price,
    });
  });

  test("is taken back until then, also by a cancellation, and the year renews", async () => {
    const { client, customer, params, schedule, read, entries, paid } = await createSubscriber();
    const planBefore = await read();
    await schedule();
    const keptPlan = (await client.call(withdrawSubscriptionSwitch, { params })).reply();
    expect(keptPlan).toMatchObject({ scheduled_switch: null, next_charge: planBefore.next_charge });
    (await client.call(withdrawSubscriptionSwitch, { params })).reply();
    await schedule();
    const canceledPlan = (await client.call(cancelSubscription, { params })).reply();
    expect(canceledPlan).toMatchObject({ scheduled_switch: null, cancels_at_period_end: true, next_charge: null });
    // Without this wait, a late webhook would show the cancellation again after the plan was resumed.
    await shop.settled();
    const resumedPlan = (await client.call(resumeSubscription, { params })).reply();
    expect(resumedPlan).toMatchObject({ scheduled_switch: null, next_charge: planBefore.next_charge });
    expect(await entries()).toEqual([
      "switchSubscription",
      "withdrawSubscriptionSwitch",
      "switchSubscription",
      "cancelSubscription",
      "resumeSubscription",
    ]);
    await shop.advance(366);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(2 * paid);
    expect(await read()).toMatchObject({ product: { interval: "year" } });
  });

  test("keeps the monthly plan from being bought besides, until it is taken back", async () => {
    const buyer = await createSubscriber();
    const { client, params, month, schedule } = buyer;
    await shop.fillCart(buyer, [month]);
    await schedule();
    const add = () => client.call(addCartProduct, { params: { id: month.id }, body: { quantity: 1 } });
    expect((await shop.checkout(buyer)).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
    (await client.call(removeCartProduct, { params: { id: month.id } })).reply();
    expect((await add()).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
    (await client.call(withdrawSubscriptionSwitch, { params })).reply();
    (await add()).reply();
  });

  test("is taken back by two clicks at once as by one, and so by two cancellations", async () => {
    const { client, params, schedule } = await createSubscriber();
    const callTwice = async (call: typeof withdrawSubscriptionSwitch | typeof cancelSubscription) => {
      await schedule();
      return Promise.all([1, 2].map(async () => (await client.call(call, { params })).reply()));
    };
    for (const keptPlan of await callTwice(withdrawSubscriptionSwitch))
      expect(keptPlan).toMatchObject({ scheduled_switch: null, cancels_at_period_end: false });
    for (const canceledPlan of await callTwice(cancelSubscription))
      expect(canceledPlan).toMatchObject({ scheduled_switch: null, cancels_at_period_end: true });
  });

  test("is complete when answers are lost and messages come in any order, both ways", async () => {
    const { client, params, preview, confirm, read, entries } = await createSubscriber();
    const switchPreview = (await preview()).reply();
    for (const path of ["/v1/subscription_schedules", "/v1/subscription_schedules/"]) {
      await shop.control("/deliveries", { action: "hold" });
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await confirm(switchPreview.id)).status).toBe(200);
      await shop.sandbox.clearFaults();
      await shop.control("/deliveries", { action: "shuffle", times: 2 });
      await shop.query("update plan_switches set next_at = now() where id = $1", [switchPreview.id]);
      await shop.settled();
    }
    expect(await read()).toMatchObject({ scheduled_switch: { id: switchPreview.id } });
    expect(await entries()).toEqual(["switchSubscription"]);
    await shop.control("/deliveries", { action: "hold" });
    await shop.sandbox.addFault({ service: "stripe", path: "/release", kind: "lost-answer", times: 4 });
    await client.call(withdrawSubscriptionSwitch, { params });
    await shop.sandbox.clearFaults();
    await shop.control("/deliveries", { action: "shuffle", times: 2 });
    await shop.settled();
    expect(await read()).toMatchObject({ scheduled_switch: null });
    expect((await client.call(withdrawSubscriptionSwitch, { params })).status).toBe(200);
  });

  test("whose first month is declined is overdue like any renewal, and paid by its retry", async () => {
    const { client, customer, month, params, schedule, read, paid } = await createSubscriber();
    await schedule();
    const changeCard = async (number: string) => {
      const body = { payment_method_id: await shop.addMethod(customer, number) };
      (await client.call(changeSubscriptionMethod, { params, body })).reply();
    };
    await changeCard(cards.declines);
    await shop.advance(366);
    await shop.settled();
    expect(await read()).toMatchObject({ status: "past_due", product: { id: month.id } });
    expect(await shop.sum(customer)).toBe(paid);
    await changeCard(cards.good);
    await shop.advance(5);
    await shop.settled();
    expect(await read()).toMatchObject({ status: "active", product: { id: month.id } });
    expect(await shop.sum(customer)).toBeGreaterThan(paid);
  });

  test("is not another organization's, and an administrator's end takes it back", async () => {
    const { params, preview, confirm, schedule, read } = await createSubscriber();
    const stranger = await createSubscriber();
    const strangersPreview = (await stranger.preview()).reply();
    expect((await confirm(strangersPreview.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    expect((await stranger.client.call(withdrawSubscriptionSwitch, { params })).errcode).toBe("SUBSCRIPTION_NOT_FOUND");
    await schedule();
    const admin = await shop.signedInAdmin();
    const end_date = new Date(Date.parse((await read()).current_period_end ?? "") + 9 * 86_400_000).toISOString();
    (await admin.client.call(updateSubscription, { params, body: { end_date } })).reply();
    await shop.settled();
    expect(await read()).toMatchObject({ scheduled_switch: null, cancels_at_period_end: false });
    expect((await preview()).errcode).toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
  });

  test("is shown, confirmed and taken back on its pages", async () => {
    const { client, params, month, year } = await createSubscriber();
    const path = `/portal/subscriptions/${params.subscription_id}`;
    (await client.call(addCartProduct, { params: { id: month.id }, body: { quantity: 1 } })).reply();
    expect(await (await client.fetch(path)).text()).toContain("Switch to monthly");
    const previewPath =
      (await postForm(client, `${path}/switch-preview`, { product_id: month.id })).headers.get("location") ?? "";
    const switchText = new RegExp(`Monthly from ${dayPattern} ?: \\$5\\d\\.\\d\\d a month`);
    const offerPage = await readWords(client, previewPath);
    expect(offerPage).toMatch(switchText);
    expect(offerPage).toContain("Nothing is charged now");
    expect(offerPage).toMatch(new RegExp(`Switch on ${dayPattern}`));
    const confirmation = await postForm(client, `${path}/switch`, { switch_id: previewPath.split("/").at(-1) ?? "" });
    expect(confirmation.headers.get("location")).toBe(path);
    expect(await readWords(client, path)).toMatch(switchText);
    expect(await readWords(client, "/portal/subscriptions")).toMatch(/\$5\d\.\d\d per month/);
    // Buying the monthly plan as well would pay for it twice; the store and the console say so.
    const storePage = await readWords(client, `/store/products/${month.id}`);
    expect(storePage).toMatch(new RegExp(`Your organization’s ${year.name} becomes this plan on ${dayPattern} ?\\.`));
    for (const place of ["/store/cart", "/store/checkout"])
      expect(await readWords(client, place), place).toMatch(
        new RegExp(
          `Your organization’s ${year.name} becomes ${month.name} on ${dayPattern} ?\\. It cannot be bought again`,
        ),
      );
    (await client.call(removeCartProduct, { params: { id: month.id } })).reply();
    expect(await readWords(client, `/store/products/${year.id}`)).toContain("Your organization already has this plan.");
    const adminClient = (await shop.signedInAdmin()).client;
    const becomesText = new RegExp(`Becomes ${month.name} on ${dayPattern}`);
    const id = path.split("/").at(-1) ?? "";
    const adminPage = await readWords(adminClient, `/admin/subscriptions/${id}`);
    expect(adminPage).toMatch(becomesText);
    expect(adminPage).toMatch(switchText);
    expect(await readWords(adminClient, `/admin/subscriptions?search=${encodeURIComponent(year.name)}`)).toMatch(
      becomesText,
    );
    const withdrawal = await postForm(client, `${path}/switch/withdraw`, {});
    expect(withdrawal.headers.get("location")).toBe(path);
    const pageText = await readWords(client, path);
    expect(pageText).toContain(`${year.name} stays and renews as before.`);
    expect(pageText).not.toMatch(switchText);
  });
});
