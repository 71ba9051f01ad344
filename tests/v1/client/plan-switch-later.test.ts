// All tests of this file share one shop of their own, because they advance the provider's clock.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { cards, type Shop, shopOf } from "../../support/store.ts";
import { readWords } from "../../http/pages/words.ts";
import { createTerms } from "./plan-terms.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
});
afterAll(() => app?.stop());

const monthly = 49_00;
/** "26 Jun 2027", as the product writes days. */
const day = /\d{1,2} [A-Z][a-z]{2} \d{4}/.source;

async function subscriber() {
  const { month, year } = await createTerms(shop);
  const buyer = await shop.purchase([year]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const { client } = buyer;
  const preview = () => client.call(previewSubscriptionSwitch, { params, body: { product_id: month.id } });
  const confirm = (switch_id: string) => client.call(switchSubscription, { params, body: { switch_id } });
  const schedule = async () => (await confirm((await preview()).reply().id)).reply();
  const read = async () => (await client.call(getSubscription, { params })).reply();
  const entries = async () =>
    (
      await shop.query<{ action: string }>(
        "select action from audit_log where subject_id = $1 and actor_id is not null order by seq",
        [params.subscription_id],
      )
    ).map(({ action }) => action);
  const paid = await shop.sum(buyer.customer);
  return { ...buyer, month, year, params, preview, confirm, schedule, read, entries, paid };
}

const post = (client: Awaited<ReturnType<typeof subscriber>>["client"], path: string, fields: Record<string, string>) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

describe("the switch of a yearly plan to its monthly term", () => {
  test("begins with the end of the year, for its previewed price, paid by the card chosen meanwhile", async () => {
    const { client, customer, org_id, month, year, params, preview, confirm, read, entries, paid } = await subscriber();
    const before = await read();
    const shown = (await preview()).reply();
    expect(shown).toMatchObject({ product: month, interval: "month", credit: 0, due: 0, status: "previewed" });
    expect(shown.begins_at).toBe(before.current_period_end);
    expect(shown.price).toBeGreaterThan(monthly);
    const clicks = await Promise.all([confirm(shown.id), confirm(shown.id)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    (await confirm(shown.id)).reply();
    await shop.settled();
    const waiting = await read();
    expect(waiting).toMatchObject({
      product: { id: year.id, interval: "year" },
      is_available: true,
      scheduled_switch: { id: shown.id, product: month, interval: "month", begins_at: before.current_period_end },
      next_charge: { at: before.current_period_end, amount: shown.price },
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
    expect(charges.map(({ amount }) => amount).toSorted((one, two) => one - two)).toEqual([shown.price, paid]);
    const [newest] = await shop.query(
      `select amount::int, tax::int, products, payment_status, billing_reason, needs_review
       from invoices where reference_id = $1 order by period_start desc limit 1`,
      [params.subscription_id],
    );
    expect(newest).toMatchObject({
      amount: shown.price,
      tax: shown.price - monthly,
      payment_status: "paid",
      billing_reason: "subscription_cycle",
      needs_review: false,
    });
    expect(newest?.["products"]).toEqual([
      { id: month.id, name: month.name, price: monthly, quantity: 1, tax_amount: shown.price - monthly },
    ]);
    const after = await read();
    expect(after).toMatchObject({
      status: "active",
      product: { id: month.id, amount: monthly, interval: "month" },
      scheduled_switch: null,
      payment_method: { id: other },
    });
    const [ledger] = await shop.query("select sum(amount_cents)::int as sum from payment_ledger where org_id = $1", [
      org_id,
    ]);
    expect(ledger?.["sum"]).toBe(paid + shown.price);
    // month after month from then on, and it ends like any plan
    await shop.advance(31);
    await shop.advance(5);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(paid + 2 * shown.price);
    (await client.call(cancelSubscription, { params })).reply();
    await shop.advance(62);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(paid + 2 * shown.price);
    expect((await read()).status).toBe("canceled");
  });

  test("is taken back until then, also by a cancellation, and the year renews", async () => {
    const { client, customer, params, schedule, read, entries, paid } = await subscriber();
    const before = await read();
    await schedule();
    const kept = (await client.call(withdrawSubscriptionSwitch, { params })).reply();
    expect(kept).toMatchObject({ scheduled_switch: null, next_charge: before.next_charge });
    (await client.call(withdrawSubscriptionSwitch, { params })).reply();
    await schedule();
    const canceled = (await client.call(cancelSubscription, { params })).reply();
    expect(canceled).toMatchObject({ scheduled_switch: null, cancels_at_period_end: true, next_charge: null });
    // a webhook of the cancellation would show it once more after the answer to the resumption
    await shop.settled();
    const resumed = (await client.call(resumeSubscription, { params })).reply();
    expect(resumed).toMatchObject({ scheduled_switch: null, next_charge: before.next_charge });
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
    const buyer = await subscriber();
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
    const { client, params, schedule } = await subscriber();
    const inTwoTabs = async (call: typeof withdrawSubscriptionSwitch | typeof cancelSubscription) => {
      await schedule();
      return Promise.all([1, 2].map(async () => (await client.call(call, { params })).reply()));
    };
    for (const kept of await inTwoTabs(withdrawSubscriptionSwitch))
      expect(kept).toMatchObject({ scheduled_switch: null, cancels_at_period_end: false });
    for (const canceled of await inTwoTabs(cancelSubscription))
      expect(canceled).toMatchObject({ scheduled_switch: null, cancels_at_period_end: true });
  });

  test("is complete when answers are lost and messages come in any order, both ways", async () => {
    const { client, params, preview, confirm, read, entries } = await subscriber();
    const previewed = (await preview()).reply();
    for (const path of ["/v1/subscription_schedules", "/v1/subscription_schedules/"]) {
      await shop.control("/deliveries", { action: "hold" });
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await confirm(previewed.id)).status).toBe(200);
      await shop.sandbox.clearFaults();
      await shop.control("/deliveries", { action: "shuffle", times: 2 });
      await shop.query("update plan_switches set next_at = now() where id = $1", [previewed.id]);
      await shop.settled();
    }
    expect(await read()).toMatchObject({ scheduled_switch: { id: previewed.id } });
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
    const { client, customer, month, params, schedule, read, paid } = await subscriber();
    await schedule();
    const payBy = async (number: string) => {
      const body = { payment_method_id: await shop.addMethod(customer, number) };
      (await client.call(changeSubscriptionMethod, { params, body })).reply();
    };
    await payBy(cards.declines);
    await shop.advance(366);
    await shop.settled();
    expect(await read()).toMatchObject({ status: "past_due", product: { id: month.id } });
    expect(await shop.sum(customer)).toBe(paid);
    await payBy(cards.good);
    await shop.advance(5);
    await shop.settled();
    expect(await read()).toMatchObject({ status: "active", product: { id: month.id } });
    expect(await shop.sum(customer)).toBeGreaterThan(paid);
  });

  test("is not another organization's, and an administrator's end takes it back", async () => {
    const { params, preview, confirm, schedule, read } = await subscriber();
    const stranger = await subscriber();
    const theirs = (await stranger.preview()).reply();
    expect((await confirm(theirs.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
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
    const { client, params, month, year } = await subscriber();
    const path = `/portal/subscriptions/${params.subscription_id}`;
    (await client.call(addCartProduct, { params: { id: month.id }, body: { quantity: 1 } })).reply();
    expect(await (await client.fetch(path)).text()).toContain("Switch to monthly");
    const at = (await post(client, `${path}/switch-preview`, { product_id: month.id })).headers.get("location") ?? "";
    const says = new RegExp(`Monthly from ${day} ?: \\$5\\d\\.\\d\\d a month`);
    const offered = await readWords(client, at);
    expect(offered).toMatch(says);
    expect(offered).toContain("Nothing is charged now");
    expect(offered).toMatch(new RegExp(`Switch on ${day}`));
    const made = await post(client, `${path}/switch`, { switch_id: at.split("/").at(-1) ?? "" });
    expect(made.headers.get("location")).toBe(path);
    expect(await readWords(client, path)).toMatch(says);
    expect(await readWords(client, "/portal/subscriptions")).toMatch(/\$5\d\.\d\d per month/);
    // bought besides, it would be paid twice from then on, which the store says, and so does the console
    const store = await readWords(client, `/store/products/${month.id}`);
    expect(store).toMatch(new RegExp(`Your organization’s ${year.name} becomes this plan on ${day} ?\\.`));
    for (const place of ["/store/cart", "/store/checkout"])
      expect(await readWords(client, place), place).toMatch(
        new RegExp(`Your organization’s ${year.name} becomes ${month.name} on ${day} ?\\. It cannot be bought again`),
      );
    (await client.call(removeCartProduct, { params: { id: month.id } })).reply();
    expect(await readWords(client, `/store/products/${year.id}`)).toContain("Your organization already has this plan.");
    const staff = (await shop.signedInAdmin()).client;
    const becomes = new RegExp(`Becomes ${month.name} on ${day}`);
    const id = path.split("/").at(-1) ?? "";
    const told = await readWords(staff, `/admin/subscriptions/${id}`);
    expect(told).toMatch(becomes);
    expect(told).toMatch(says);
    expect(await readWords(staff, `/admin/subscriptions?search=${encodeURIComponent(year.name)}`)).toMatch(becomes);
    const kept = await post(client, `${path}/switch/withdraw`, {});
    expect(kept.headers.get("location")).toBe(path);
    const words = await readWords(client, path);
    expect(words).toContain(`${year.name} stays and renews as before.`);
    expect(words).not.toMatch(says);
  });
});
