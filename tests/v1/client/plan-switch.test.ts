// A shop with a clock of its own takes seconds to start, so all tests of a switch share it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cancelSubscription,
  changeSubscriptionMethod,
  getSubscription,
  previewSubscriptionSwitch,
  resumeSubscription,
  switchSubscription,
  withdrawSubscriptionSwitch,
} from "../../../worker/contract/v1/client/subscriptions.ts";
import { addCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { startOwnApp } from "../../support/app.ts";
import { readWords } from "../../http/pages/words.ts";
import { cards, type Shop, shopOf } from "../../support/store.ts";
import { createTerms, yearly } from "./plan-terms.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
});
afterAll(() => app?.stop());

async function subscriber() {
  const { month, year } = await createTerms(shop);
  const buyer = await shop.purchase([month]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const preview = (product_id = year.id) =>
    buyer.client.call(previewSubscriptionSwitch, { params, body: { product_id } });
  const confirm = (switch_id: string) => buyer.client.call(switchSubscription, { params, body: { switch_id } });
  const read = async () => (await buyer.client.call(getSubscription, { params })).reply();
  return { ...buyer, month, year, params, preview, confirm, read };
}

/** The plan is paid by a card whose bank asks each time. */
async function askedByBank() {
  const plan = await subscriber();
  const body = { payment_method_id: await shop.addMethod(plan.customer, cards.asks) };
  (await plan.client.call(changeSubscriptionMethod, { params: plan.params, body })).reply();
  return { ...plan, asked: (cents: number) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }) };
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
    const payBy = async (number: string) => {
      const body = { payment_method_id: await shop.addMethod(customer, number) };
      (await client.call(changeSubscriptionMethod, { params, body })).reply();
    };
    await payBy(cards.declines);
    const before = await read();
    const refused = (await preview()).reply();
    expect((await confirm(refused.id)).errcode).toBe("PAYMENT_FAILED");
    expect((await confirm(refused.id)).errcode).toBe("PAYMENT_FAILED");
    const told = await readWords(client, `/portal/subscriptions/${params.subscription_id}/switch/${refused.id}`);
    expect(told).toContain("Nothing was charged, and the plan is unchanged.");
    expect(told).toContain("Change payment method");
    await shop.settled();
    expect((await read()).product).toEqual(before.product);
    expect(await shop.sum(customer)).toBe(first);
    await payBy(cards.good);
    const shown = (await preview()).reply();
    (await confirm(shown.id)).reply();
    await shop.settled();
    expect(await shop.sum(customer)).toBe(first + shown.due);
  });

  test("by a card whose bank asks waits for the bank's page, and is made once it is confirmed", async () => {
    const { client, customer, org_id, params, preview, confirm, read, month, year, asked } = await askedByBank();
    const first = await shop.sum(customer);
    const shown = (await preview()).reply();
    const clicks = await Promise.all([confirm(shown.id), confirm(shown.id)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    await shop.settled();
    const waiting = await read();
    expect(waiting).toMatchObject({ status: "active", product: { id: month.id } });
    expect(waiting.needs_action).toMatchObject({ amount: shown.due });
    expect(await shop.sum(customer), "nothing is charged before").toBe(first);
    expect((await preview()).errcode, "one waits already").toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    const add = await client.call(addCartProduct, { params: { id: year.id }, body: { quantity: 1 } });
    expect(add.errcode, "it would be paid twice").toBe("DUPLICATE_ORG_SUBSCRIPTION");
    const path = `/portal/subscriptions/${params.subscription_id}`;
    const words = await readWords(client, `${path}/switch/${shown.id}`);
    expect(words).toContain(`Your bank asks you to confirm the payment of $${asked(shown.due)}`);
    expect(words).toContain(`Keep ${month.name}`);
    const html = await (await client.fetch(`${path}/switch/${shown.id}`)).text();
    expect(html).toContain(`href="${waiting.needs_action?.url}"`);
    const plan = await readWords(client, path);
    expect(plan).toContain(`Your bank asks you to confirm the payment of $${asked(shown.due)} for the other term.`);
    expect(plan).not.toContain("Switch to yearly");
    await shop.submit(`${waiting.needs_action?.url}/authenticate`, { answer: "complete" });
    await shop.settled();
    expect(await read()).toMatchObject({ status: "active", product: { id: year.id }, needs_action: null });
    const total = first + shown.due;
    expect(await threeBooks(org_id, customer)).toEqual([total, total, total]);
    expect(await readWords(client, `${path}/switch/${shown.id}`)).toContain("The switch is done.");
    expect(await readWords(client, path)).not.toContain("for the other term");
  });

  test("that the bank waits for is given up by its buyer, by a cancellation and by time, and never half done", async () => {
    const { client, customer, org_id, params, preview, confirm, read, month } = await askedByBank();
    const first = await shop.sum(customer);
    const begin = async () => {
      const shown = (await preview()).reply();
      (await confirm(shown.id)).reply();
      await shop.settled();
      return shown;
    };
    const isAsItWas = async ({ id }: { id: string }) => {
      await shop.query("update plan_switches set next_at = now() where status = 'claimed'");
      await shop.settled();
      expect(await read()).toMatchObject({ product: { id: month.id }, needs_action: null });
      expect(await threeBooks(org_id, customer)).toEqual([first, first, first]);
      const path = `/portal/subscriptions/${params.subscription_id}/switch/${id}`;
      expect(await readWords(client, path)).toContain("Nothing was charged, and the plan is unchanged.");
      const open = await shop.query(
        "select 1 from invoices where reference_id = $1 and payment_status <> 'paid' and closed_as is null",
        [params.subscription_id],
      );
      expect(open).toEqual([]);
    };
    const kept = await begin();
    const withdraw = () => client.call(withdrawSubscriptionSwitch, { params });
    for (const answer of await Promise.all([withdraw(), withdraw()])) answer.reply();
    (await withdraw()).reply();
    await isAsItWas(kept);
    const refused = await begin();
    expect((await read()).needs_action).not.toBeNull();
    const url = (await read()).needs_action?.url ?? "";
    await shop.submit(`${url}/authenticate`, { answer: "fail" });
    await shop.settled();
    expect(await readWords(client, `/portal/subscriptions/${params.subscription_id}`)).toContain(
      "for the other term did not go through. Until it is paid",
    );
    (await client.call(cancelSubscription, { params })).reply();
    await isAsItWas(refused);
    (await client.call(resumeSubscription, { params })).reply();
    const forgotten = await begin();
    await shop.advance(2);
    await isAsItWas(forgotten);
  });

  test("is asked for once when the answers are lost on the way to the bank", async () => {
    const { customer, org_id, preview, confirm, read, year } = await askedByBank();
    const first = await shop.sum(customer);
    const shown = (await preview()).reply();
    for (const path of ["/v1/prices", "/v1/subscriptions/"]) {
      await shop.control("/deliveries", { action: "hold" });
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await confirm(shown.id)).status).toBe(200);
      await shop.sandbox.clearFaults();
      await shop.control("/deliveries", { action: "shuffle", times: 2 });
      await shop.query("update plan_switches set next_at = now() where id = $1", [shown.id]);
      await shop.settled();
    }
    await shop.query("update plan_switches set next_at = now() where id = $1", [shown.id]);
    await shop.settled();
    await shop.submit(`${(await read()).needs_action?.url}/authenticate`, { answer: "complete" });
    await shop.settled();
    expect((await read()).product.id).toBe(year.id);
    const total = first + shown.due;
    expect(await threeBooks(org_id, customer)).toEqual([total, total, total]);
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
