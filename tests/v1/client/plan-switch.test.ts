import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changeSubscriptionMethod,
  getSubscription,
  previewSubscriptionSwitch,
  switchSubscription,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { startOwnApp } from "../../support/app.ts";
import { unique } from "../../support/factories.ts";
import { readWords } from "../../http/pages/words.ts";
import { cards, type Shop, shopOf } from "../../support/store.ts";

// the provider's clock is shared, so this test advances it in a shop of its own
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
});
afterAll(() => app?.stop());

const yearly = 490_00;

async function subscriber() {
  const family = unique("Plan");
  const month = await shop.createPlan({ family, name: `${family} monthly` });
  const year = await shop.createPlan({
    family,
    name: `${family} yearly`,
    subscription_term: "year",
    price_levels: { "Base Price": yearly },
  });
  const buyer = await shop.purchase([month]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const preview = (product_id = year.id) =>
    buyer.client.call(previewSubscriptionSwitch, { params, body: { product_id } });
  const confirm = (switch_id: string) => buyer.client.call(switchSubscription, { params, body: { switch_id } });
  const read = async () => (await buyer.client.call(getSubscription, { params })).reply();
  return { ...buyer, month, year, params, preview, confirm, read };
}

/** The paid cents by the provider, our ledger and the invoices. */
async function threeBooks(orgId: string, customer: string) {
  const [ours] = await shop.query<{ ledger: number; invoices: number }>(
    `select
      (select coalesce(sum(amount_cents), 0)::int from payment_ledger where org_id = $1) as ledger,
      (select coalesce(sum(amount), 0)::int from invoices where org_id = $1 and payment_status = 'paid') as invoices`,
    [orgId],
  );
  return [await shop.sum(customer), ours?.ledger, ours?.invoices];
}

describe("the switch of a monthly plan to its yearly term", () => {
  test("charges to the cent what its preview says, once for two clicks, and all books agree", async () => {
    const { client, customer, org_id, preview, confirm, read, year, params } = await subscriber();
    const first = await shop.sum(customer);
    await shop.advance(10);
    const previewed = (await preview()).reply();
    // tax included; 10 of at least 28 days are used
    expect(previewed).toMatchObject({ product: year, interval: "year", status: "previewed" });
    expect(previewed.price).toBeGreaterThan(yearly);
    expect(previewed.credit).toBeLessThan(first * 0.7);
    expect(previewed.credit).toBeGreaterThan(first * 0.6);
    expect(previewed.due).toBe(previewed.price - previewed.credit);
    expect(Date.parse(previewed.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);

    const clicks = await Promise.all([confirm(previewed.id), confirm(previewed.id)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm(previewed.id)).reply().product.id).toBe(year.id);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(first + previewed.due);
    expect(await shop.charges(customer)).toHaveLength(2);
    const plan = await read();
    expect(plan).toMatchObject({ id: params.subscription_id, status: "active" });
    expect(plan.product).toMatchObject({ id: year.id, amount: yearly, interval: "year" });
    expect(plan.next_charge).toEqual({ at: plan.current_period_end, amount: previewed.price });
    const total = first + previewed.due;
    expect(await threeBooks(org_id, customer)).toEqual([total, total, total]);
    const [invoice] = await shop.query(
      `select amount::int, tax::int, products, payment_status, needs_review, is_net_suite_sync_needed
       from invoices where reference_id = $1 order by created_at desc limit 1`,
      [params.subscription_id],
    );
    expect(invoice).toMatchObject({ amount: previewed.due, payment_status: "paid", needs_review: false });
    const tax = Number(invoice?.["tax"]);
    expect(tax).toBe(Math.round((previewed.due * (previewed.price - yearly)) / previewed.price));
    expect(invoice?.["products"]).toEqual([
      { id: year.id, name: year.name, price: previewed.due - tax, quantity: 1, tax_amount: tax },
    ]);
    const entries = await shop.query<{ action: string }>(
      "select action from audit_log where subject_id = $1 and actor_id is not null",
      [params.subscription_id],
    );
    expect(entries.map(({ action }) => action)).toEqual(["switchSubscription"]);
    expect((await preview(year.id)).errcode).toBe("PRODUCT_NOT_FOUND");

    // a year later the whole term is charged
    await shop.advance(366);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(total + previewed.price);
    expect(await threeBooks(org_id, customer)).toEqual(Array(3).fill(total + previewed.price));
    expect((await client.call(getSubscription, { params })).reply().product.id).toBe(year.id);
  });

  test("is complete when its answer was lost, whatever order the messages arrive in", async () => {
    const { customer, org_id, preview, confirm, read, year } = await subscriber();
    const first = await shop.sum(customer);
    const previewed = (await preview()).reply();
    await shop.control("/deliveries", { action: "hold" });
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions/", kind: "lost-answer", times: 4 });
    const answer = await confirm(previewed.id);
    await shop.sandbox.clearFaults();
    expect(answer.status).toBe(200);
    await shop.control("/deliveries", { action: "shuffle", times: 2 });
    await shop.query("update plan_switches set next_at = now() where id = $1", [previewed.id]);
    await shop.settled();
    expect((await read()).product.id).toBe(year.id);
    const total = first + previewed.due;
    expect(await threeBooks(org_id, customer)).toEqual([total, total, total]);
  });

  test("changes nothing when the card is declined; another card then pays it", async () => {
    const { client, customer, params, preview, confirm, read } = await subscriber();
    const first = await shop.sum(customer);
    for (const number of [cards.declines, cards.asks]) {
      const body = { payment_method_id: await shop.addMethod(customer, number) };
      (await client.call(changeSubscriptionMethod, { params, body })).reply();
      const before = await read();
      const shown = (await preview()).reply();
      expect((await confirm(shown.id)).errcode, number).toBe("PAYMENT_FAILED");
      expect((await confirm(shown.id)).errcode, number).toBe("PAYMENT_FAILED");
      const told = await readWords(client, `/portal/subscriptions/${params.subscription_id}/switch/${shown.id}`);
      expect(told).toContain("Nothing was charged, and the plan is unchanged.");
      expect(told.includes("The bank wants each payment with this card confirmed")).toBe(number === cards.asks);
      expect(told).toContain("Change payment method");
      await shop.settled();
      expect((await read()).product).toEqual(before.product);
    }
    expect(await shop.sum(customer)).toBe(first);
    const body = { payment_method_id: await shop.addMethod(customer, cards.good) };
    (await client.call(changeSubscriptionMethod, { params, body })).reply();
    const shown = (await preview()).reply();
    (await confirm(shown.id)).reply();
    await shop.settled();
    expect(await shop.sum(customer)).toBe(first + shown.due);
  });

  test("needs a fresh preview of its own plan, and of two previews one is made", async () => {
    const { customer, preview, confirm } = await subscriber();
    const first = await shop.sum(customer);
    const old = (await preview()).reply();
    await shop.query("update plan_switches set created_at = now() - interval '16 minutes' where id = $1", [old.id]);
    expect((await confirm(old.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    const stranger = await subscriber();
    const theirs = (await stranger.preview()).reply();
    expect((await confirm(theirs.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    const [one, two] = [(await preview()).reply(), (await preview()).reply()];
    const answers = await Promise.all([confirm(one.id), confirm(two.id)]);
    expect(answers.map(({ errcode }) => errcode ?? "made").toSorted()).toEqual([
      "SUBSCRIPTION_SWITCH_OUTDATED",
      "made",
    ]);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(first + one.due);
  });

  test("is shown and confirmed on its pages", async () => {
    const { client, customer, params, year } = await subscriber();
    const first = await shop.sum(customer);
    const path = `/portal/subscriptions/${params.subscription_id}`;
    expect(await (await client.fetch(path)).text()).toContain("Switch to yearly");
    const post = (to: string, fields: Record<string, string>) =>
      client.fetch(to, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
    const at = (await post(`${path}/switch-preview`, { product_id: year.id })).headers.get("location") ?? "";
    const html = await (await client.fetch(at)).text();
    const [, due = ""] = /Pay \$([\d.,]+) and switch/.exec(html) ?? [];
    expect((await post(`${path}/switch`, { switch_id: at.split("/").at(-1) ?? "" })).headers.get("location")).toBe(
      path,
    );
    await shop.settled();
    expect(await shop.sum(customer)).toBe(first + Math.round(Number(due.replaceAll(",", "")) * 100));
    const after = await (await client.fetch(path)).text();
    expect(after).toContain(year.name);
    expect(after).toContain("Change of the term");
    expect(after).not.toContain("Switch to yearly");
  });
});
