// An app with its own provider clock takes seconds to start, so all tests of this file share it.
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
import { postForm } from "../../support/forms.ts";
import { readWords } from "../../http/pages/words.ts";
import { listBilledAmounts } from "../../support/statement.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { createTerms, yearlyPrice } from "./plan-terms.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

async function createSubscriber() {
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

/** A subscriber whose card needs the bank's confirmation for each payment. */
async function subscribeWithAskingCard() {
  const plan = await createSubscriber();
  const body = { payment_method_id: await shop.addMethod(plan.customer, cards.asks) };
  (await plan.client.call(changeSubscriptionMethod, { params: plan.params, body })).reply();
  return { ...plan, asked: (cents: number) => (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }) };
}

/** Paid cents according to the provider, our ledger and our invoices. */
async function fetchPaidTotals(orgId: string, customer: string) {
  const [totals] = await shop.query<{ ledger: number; invoices: number }>(
    `select
      (select coalesce(sum(amount_cents), 0)::int from payment_ledger where org_id = $1) as ledger,
      (select coalesce(sum(amount), 0)::int from invoices where org_id = $1 and payment_status = 'paid') as invoices`,
    [orgId],
  );
  return [await shop.sum(customer), totals?.ledger, totals?.invoices];
}

describe("the switch of a monthly plan to its yearly term", () => {
  test("charges to the cent what its preview says, once for two clicks, and all books agree", async () => {
    const { client, customer, org_id, preview, confirm, read, year, params } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    await shop.advance(10);
    const switchPreview = (await preview()).reply();
    // Prices include tax; 10 days of a month of at least 28 days are used.
    expect(switchPreview).toMatchObject({ product: year, interval: "year", status: "previewed" });
    expect(switchPreview.price).toBeGreaterThan(yearlyPrice);
    expect(switchPreview.credit).toBeLessThan(firstPayment * 0.7);
    expect(switchPreview.credit).toBeGreaterThan(firstPayment * 0.6);
    expect(switchPreview.due).toBe(switchPreview.price - switchPreview.credit);
    expect(Date.parse(switchPreview.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);

    const clickAnswers = await Promise.all([confirm(switchPreview.id), confirm(switchPreview.id)]);
    expect(clickAnswers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm(switchPreview.id)).reply().product.id).toBe(year.id);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(firstPayment + switchPreview.due);
    expect(await shop.charges(customer)).toHaveLength(2);
    const plan = await read();
    expect(plan).toMatchObject({ id: params.subscription_id, status: "active" });
    expect(plan.product).toMatchObject({ id: year.id, amount: yearlyPrice, interval: "year" });
    expect(plan.next_charge).toEqual({ at: plan.current_period_end, amount: switchPreview.price });
    const total = firstPayment + switchPreview.due;
    expect(await fetchPaidTotals(org_id, customer)).toEqual([total, total, total]);
    const [invoice] = await shop.query(
      `select amount::int, tax::int, products, payment_status, needs_review, is_net_suite_sync_needed
       from invoices where reference_id = $1 order by created_at desc limit 1`,
      [params.subscription_id],
    );
    expect(invoice).toMatchObject({ amount: switchPreview.due, payment_status: "paid", needs_review: false });
    const tax = Number(invoice?.["tax"]);
    expect(tax).toBe(Math.round((switchPreview.due * (switchPreview.price - yearlyPrice)) / switchPreview.price));
    expect(invoice?.["products"]).toEqual([
      { id: year.id, name: year.name, price: switchPreview.due - tax, quantity: 1, tax_amount: tax },
    ]);
    const entries = await shop.query<{ action: string }>(
      "select action from audit_log where subject_id = $1 and actor_id is not null",
      [params.subscription_id],
    );
    expect(entries.map(({ action }) => action)).toEqual(["switchSubscription"]);
    expect((await preview(year.id)).errcode).toBe("PRODUCT_NOT_FOUND");

    // A year later the yearly price is charged in full.
    await shop.advance(366);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(total + switchPreview.price);
    expect(await fetchPaidTotals(org_id, customer)).toEqual(Array(3).fill(total + switchPreview.price));
    expect((await client.call(getSubscription, { params })).reply().product.id).toBe(year.id);
  });

  test("is complete when its answer was lost, whatever order the messages arrive in", async () => {
    const { customer, org_id, preview, confirm, read, year } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    const switchPreview = (await preview()).reply();
    await shop.control("/deliveries", { action: "hold" });
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions/", kind: "lost-answer", times: 4 });
    const answer = await confirm(switchPreview.id);
    await shop.sandbox.clearFaults();
    expect(answer.status).toBe(200);
    await shop.control("/deliveries", { action: "shuffle", times: 2 });
    await shop.query("update plan_switches set next_at = now() where id = $1", [switchPreview.id]);
    await shop.settled();
    expect((await read()).product.id).toBe(year.id);
    const total = firstPayment + switchPreview.due;
    expect(await fetchPaidTotals(org_id, customer)).toEqual([total, total, total]);
  });

  test("is not made any more once its plan was canceled while the provider did not answer", async () => {
    const { client, customer, month, params, preview, confirm, read } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    const switchPreview = (await preview()).reply();
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions/", kind: "cut", times: 4 });
    expect((await confirm(switchPreview.id)).status).toBe(200);
    await shop.sandbox.clearFaults();
    (await client.call(cancelSubscription, { params })).reply();
    await shop.query("update plan_switches set next_at = now() where id = $1", [switchPreview.id]);
    await shop.settled();
    expect(await read()).toMatchObject({ product: { id: month.id }, cancels_at_period_end: true });
    expect(await shop.sum(customer)).toBe(firstPayment);
    const switches = await shop.query("select status from plan_switches where id = $1", [switchPreview.id]);
    expect(switches).toEqual([{ status: "refused" }]);
  });

  test("changes nothing when the card is declined; another card then pays it", async () => {
    const { client, customer, params, preview, confirm, read } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    const payBy = async (number: string) => {
      const body = { payment_method_id: await shop.addMethod(customer, number) };
      (await client.call(changeSubscriptionMethod, { params, body })).reply();
    };
    await payBy(cards.declines);
    const planBefore = await read();
    const declinedPreview = (await preview()).reply();
    expect((await confirm(declinedPreview.id)).errcode).toBe("PAYMENT_FAILED");
    expect((await confirm(declinedPreview.id)).errcode).toBe("PAYMENT_FAILED");
    const switchPage = await readWords(
      client,
      `/portal/subscriptions/${params.subscription_id}/switch/${declinedPreview.id}`,
    );
    expect(switchPage).toContain("Nothing was charged, and the plan is unchanged.");
    expect(switchPage).toContain("Change payment method");
    await shop.settled();
    expect((await read()).product).toEqual(planBefore.product);
    expect(await shop.sum(customer)).toBe(firstPayment);
    await payBy(cards.good);
    const offer = (await preview()).reply();
    (await confirm(offer.id)).reply();
    await shop.settled();
    expect(await shop.sum(customer)).toBe(firstPayment + offer.due);
  });

  test("by a card whose bank asks waits for the bank's page, and is made once it is confirmed", async () => {
    const { client, customer, org_id, params, preview, confirm, read, month, year, asked } =
      await subscribeWithAskingCard();
    const firstPayment = await shop.sum(customer);
    const offer = (await preview()).reply();
    const clickAnswers = await Promise.all([confirm(offer.id), confirm(offer.id)]);
    expect(clickAnswers.map(({ status }) => status)).toEqual([200, 200]);
    await shop.settled();
    const planMeanwhile = await read();
    expect(planMeanwhile).toMatchObject({ status: "active", product: { id: month.id } });
    expect(planMeanwhile.needs_action).toMatchObject({ amount: offer.due });
    expect(await shop.sum(customer), "nothing is charged before").toBe(firstPayment);
    expect((await preview()).errcode, "one waits already").toBe("ILLEGAL_SUBSCRIPTION_UPDATE");
    const addAnswer = await client.call(addCartProduct, { params: { id: year.id }, body: { quantity: 1 } });
    expect(addAnswer.errcode, "it would be paid twice").toBe("DUPLICATE_ORG_SUBSCRIPTION");
    const path = `/portal/subscriptions/${params.subscription_id}`;
    const pageText = await readWords(client, `${path}/switch/${offer.id}`);
    expect(pageText).toContain(`Your bank asks you to confirm the payment of $${asked(offer.due)}`);
    expect(pageText).toContain(`Keep ${month.name}`);
    const html = await (await client.fetch(`${path}/switch/${offer.id}`)).text();
    expect(html).toContain(`href="${planMeanwhile.needs_action?.url}"`);
    const plan = await readWords(client, path);
    expect(plan).toContain(`Your bank asks you to confirm the payment of $${asked(offer.due)} for the other term.`);
    expect(plan).not.toContain("Switch to yearly");
    await shop.submit(`${planMeanwhile.needs_action?.url}/authenticate`, { answer: "complete" });
    await shop.settled();
    expect(await read()).toMatchObject({ status: "active", product: { id: year.id }, needs_action: null });
    const total = firstPayment + offer.due;
    expect(await fetchPaidTotals(org_id, customer)).toEqual([total, total, total]);
    expect(await readWords(client, `${path}/switch/${offer.id}`)).toContain("The switch is done.");
    expect(await readWords(client, path)).not.toContain("for the other term");
  });

  test("that the bank waits for is given up by its buyer, by a cancellation and by time, and never half done", async () => {
    const { client, customer, org_id, params, preview, confirm, read, month } = await subscribeWithAskingCard();
    const firstPayment = await shop.sum(customer);
    const confirmSwitch = async () => {
      const offer = (await preview()).reply();
      (await confirm(offer.id)).reply();
      await shop.settled();
      return offer;
    };
    const expectUnchanged = async ({ id }: { id: string }) => {
      await shop.query("update plan_switches set next_at = now() where status = 'claimed'");
      await shop.settled();
      expect(await read()).toMatchObject({ product: { id: month.id }, needs_action: null });
      expect(await fetchPaidTotals(org_id, customer)).toEqual([firstPayment, firstPayment, firstPayment]);
      const path = `/portal/subscriptions/${params.subscription_id}/switch/${id}`;
      expect(await readWords(client, path)).toContain("Nothing was charged, and the plan is unchanged.");
      const openInvoices = await shop.query(
        "select 1 from invoices where reference_id = $1 and payment_status <> 'paid' and closed_as is null",
        [params.subscription_id],
      );
      expect(openInvoices).toEqual([]);
      expect(await listBilledAmounts(client)).toEqual([firstPayment]);
    };
    const withdrawnSwitch = await confirmSwitch();
    const withdraw = () => client.call(withdrawSubscriptionSwitch, { params });
    for (const answer of await Promise.all([withdraw(), withdraw()])) answer.reply();
    (await withdraw()).reply();
    await expectUnchanged(withdrawnSwitch);
    const canceledSwitch = await confirmSwitch();
    expect((await read()).needs_action).not.toBeNull();
    const url = (await read()).needs_action?.url ?? "";
    await shop.submit(`${url}/authenticate`, { answer: "fail" });
    await shop.settled();
    expect(await readWords(client, `/portal/subscriptions/${params.subscription_id}`)).toContain(
      "for the other term did not go through. Until it is paid",
    );
    (await client.call(cancelSubscription, { params })).reply();
    await expectUnchanged(canceledSwitch);
    (await client.call(resumeSubscription, { params })).reply();
    const expiredSwitch = await confirmSwitch();
    await shop.advance(2);
    await expectUnchanged(expiredSwitch);
  });

  test("is asked for once when the answers are lost on the way to the bank", async () => {
    const { customer, org_id, preview, confirm, read, year } = await subscribeWithAskingCard();
    const firstPayment = await shop.sum(customer);
    const offer = (await preview()).reply();
    for (const path of ["/v1/prices", "/v1/subscriptions/"]) {
      await shop.control("/deliveries", { action: "hold" });
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await confirm(offer.id)).status).toBe(200);
      await shop.sandbox.clearFaults();
      await shop.control("/deliveries", { action: "shuffle", times: 2 });
      await shop.query("update plan_switches set next_at = now() where id = $1", [offer.id]);
      await shop.settled();
    }
    await shop.query("update plan_switches set next_at = now() where id = $1", [offer.id]);
    await shop.settled();
    await shop.submit(`${(await read()).needs_action?.url}/authenticate`, { answer: "complete" });
    await shop.settled();
    expect((await read()).product.id).toBe(year.id);
    const total = firstPayment + offer.due;
    expect(await fetchPaidTotals(org_id, customer)).toEqual([total, total, total]);
  });

  test("needs a fresh preview of its own plan, and of two previews one is made", async () => {
    const { customer, preview, confirm } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    const oldPreview = (await preview()).reply();
    await shop.query("update plan_switches set created_at = now() - interval '16 minutes' where id = $1", [
      oldPreview.id,
    ]);
    expect((await confirm(oldPreview.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    const stranger = await createSubscriber();
    const strangersPreview = (await stranger.preview()).reply();
    expect((await confirm(strangersPreview.id)).errcode).toBe("SUBSCRIPTION_SWITCH_OUTDATED");
    const [one, two] = [(await preview()).reply(), (await preview()).reply()];
    const answers = await Promise.all([confirm(one.id), confirm(two.id)]);
    expect(answers.map(({ errcode }) => errcode ?? "made").toSorted()).toEqual([
      "SUBSCRIPTION_SWITCH_OUTDATED",
      "made",
    ]);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(firstPayment + one.due);
  });

  test("is outdated once a colleague has bought the yearly plan after its preview", async () => {
    const { customer, org_id, preview, confirm, read, month, year } = await createSubscriber();
    const offer = (await preview()).reply();
    const colleague = await shop.buyer({ org_id });
    await shop.fillCart(colleague, [year]);
    (await shop.checkout(colleague)).reply();
    await shop.settled();
    const paid = await shop.sum(customer);
    const answer = await confirm(offer.id);
    await shop.settled();
    expect(await shop.sum(customer), "nothing is charged").toBe(paid);
    expect(answer).toMatchObject({ status: 422, errcode: "SUBSCRIPTION_SWITCH_OUTDATED" });
    expect((await read()).product.id).toBe(month.id);
    expect((await preview()).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  });

  test("and a colleague's checkout of the yearly plan at the same instant charge for one of the two", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { customer, org_id, preview, confirm, year } = await createSubscriber();
      const offer = (await preview()).reply();
      const colleague = await shop.buyer({ org_id });
      await shop.fillCart(colleague, [year]);
      const answers = await Promise.all([confirm(offer.id), shop.checkout(colleague)]);
      await shop.settled();
      expect([
        ["made", "DUPLICATE_ORG_SUBSCRIPTION"],
        ["SUBSCRIPTION_SWITCH_OUTDATED", "made"],
      ]).toContainEqual(answers.map(({ errcode }) => errcode ?? "made"));
      expect(await shop.charges(customer), "one after the first month").toHaveLength(2);
    }
  });

  test("is shown and confirmed on its pages", async () => {
    const { client, customer, params, year } = await createSubscriber();
    const firstPayment = await shop.sum(customer);
    const path = `/portal/subscriptions/${params.subscription_id}`;
    expect(await (await client.fetch(path)).text()).toContain("Switch to yearly");
    const post = (to: string, fields: Record<string, string>) => postForm(client, to, fields);
    const previewPath = (await post(`${path}/switch-preview`, { product_id: year.id })).headers.get("location") ?? "";
    const html = await (await client.fetch(previewPath)).text();
    const [, due = ""] = /Pay \$([\d.,]+) and switch/.exec(html) ?? [];
    expect(
      (await post(`${path}/switch`, { switch_id: previewPath.split("/").at(-1) ?? "" })).headers.get("location"),
    ).toBe(path);
    await shop.settled();
    expect(await shop.sum(customer)).toBe(firstPayment + Math.round(Number(due.replaceAll(",", "")) * 100));
    const pageAfter = await (await client.fetch(path)).text();
    expect(pageAfter).toContain(year.name);
    expect(pageAfter).toContain("Change of the term");
    expect(pageAfter).not.toContain("Switch to yearly");
  });
});
