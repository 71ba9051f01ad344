import { afterAll, beforeAll, expect, test } from "vitest";
import { describeErrcode } from "../../../worker/contract/errcodes.ts";
import { startOwnApp } from "../../support/app.ts";
import { zoneHeaders } from "../../support/days.ts";
import { postForm } from "../../support/forms.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { readWords } from "./words.ts";

// An own app, because faults of the provider affect the whole shop.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const headers = zoneHeaders("UTC");
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

async function createSubscriber() {
  const plan = await shop.createPlan();
  const buyer = await shop.purchase([plan]);
  await shop.settled();
  const id = buyer.bought.subscription_ids[0] ?? "";
  return { ...buyer, plan, id, path: `/portal/subscriptions/${id}`, total: await shop.sum(buyer.customer) };
}
/** Matches a day as pages write it: "20 Nov 2026". */
const dayPattern = String.raw`\d{1,2} [A-Z][a-z]{2} \d{4}`;

test("a plan and its row say when, how much with tax, and with which card it renews", async () => {
  const { client, path, total, org_id } = await createSubscriber();
  const renewalPattern = new RegExp(`Active Print Renews ${dayPattern} with Visa ··4242 for \\${dollars(total)} `);
  expect(await readWords(client, path, { headers })).toMatch(renewalPattern);
  const row = new RegExp(` ${dayPattern} with Visa ··4242 ${dayPattern} Active \\${dollars(total)} per month$`);
  expect(await readWords(client, "/portal/subscriptions", { headers })).toMatch(row);
  const member = await shop.signedIn({ org_id });
  const memberText = await readWords(member.client, path, { headers });
  expect(memberText).toMatch(new RegExp(`Renews ${dayPattern} for \\${dollars(total)} `));
  expect(memberText).not.toContain("4242");
  expect(memberText).toContain("Only buyers and managers of");
  expect(memberText).not.toContain("Cancel plan");
});

test("the card of a plan is changed among the saved ones, also without script", async () => {
  const { client, customer, path, plan } = await createSubscriber();
  const other = await shop.addMethod(customer, cards.bank);
  const choices = await (await client.fetch(`${path}/payment-methods`)).text();
  expect(choices.match(/type="radio"/g)).toHaveLength(2);
  expect(choices).toContain(`href="${path}/payment-methods/add"`);
  const refusal = await postForm(client, `${path}/payment-methods/change`, { payment_method_id: "pm_unknown" });
  expect(refusal.headers.get("location")).toBe(`${path}/payment-methods`);
  const changeAnswer = await postForm(client, `${path}/payment-methods/change`, { payment_method_id: other });
  expect([changeAnswer.status, changeAnswer.headers.get("location")]).toEqual([303, path]);
  const pageText = await readWords(client, path, { headers });
  expect(pageText).toContain(`${plan.name} is paid with STRIPE TEST BANK ··6789 from now on.`);
  expect(pageText).toMatch(new RegExp(`Renews ${dayPattern} with STRIPE TEST BANK ··6789 for`));
});

test("a plan is canceled and resumed on its page, which says what that means", async () => {
  const { client, path, plan } = await createSubscriber();
  expect(await readWords(client, path)).toContain("the current term is not refunded");
  expect((await postForm(client, `${path}/cancel`)).headers.get("location")).toBe(path);
  const canceledText = await readWords(client, path, { headers });
  expect(canceledText).toMatch(
    new RegExp(`${plan.name} is canceled and ends on ${dayPattern} ?\\. Until then everything works`),
  );
  expect(canceledText).toContain("Resume");
  expect(canceledText).not.toContain("Cancel plan");
  expect((await postForm(client, `${path}/resume`)).headers.get("location")).toBe(path);
  const resumedText = await readWords(client, path, { headers });
  expect(resumedText).toMatch(new RegExp(`Renews ${dayPattern} with Visa`));
  expect(resumedText).toContain("Cancel plan");
});

test("a plan that has ended says why: canceled, given back, or given for a time", async () => {
  const plan = await shop.createPlan();
  const { org_id, client } = await shop.purchase([plan]);
  await shop.settled();
  const [boughtPlan] = await shop.query<{ id: string; invoice: string; sum: number }>(
    `select s.id, i.id as invoice, i.amount::int as sum
     from subscriptions s join invoices i on i.reference_id = s.id where s.org_id = $1`,
    [org_id],
  );
  const readPlan = () => readWords(client, `/portal/subscriptions/${boughtPlan?.id}`);
  await shop.query("update subscriptions set status = 'canceled', cancel_at = now() where id = $1", [boughtPlan?.id]);
  expect(await readPlan()).toContain("It was canceled, so it did not renew.");
  await shop.query("update invoices set payment_status = 'refunded' where id = $1", [boughtPlan?.invoice]);
  expect(await readPlan()).toContain(
    `It was canceled, and the payment of ${dollars(boughtPlan?.sum ?? 0)} was given back.`,
  );
  for (const [reason, is_processing] of [
    ["manual", false],
    ["subscription_cycle", true],
  ] as const) {
    await shop.query(
      "update invoices set payment_status = 'pending', billing_reason = $2, is_processing = $3 where id = $1",
      [boughtPlan?.invoice, reason, is_processing],
    );
    expect(await readPlan(), reason).toContain("It was canceled, so it did not renew.");
  }
  await shop.query("update invoices set is_processing = false where id = $1", [boughtPlan?.invoice]);
  expect(await readPlan()).toContain(`It ended because the payment of ${dollars(boughtPlan?.sum ?? 0)} was not made.`);
  await shop.query("update invoices set payment_status = 'paid' where id = $1", [boughtPlan?.invoice]);
  await shop.query("update subscriptions set stripe_id = null where id = $1", [boughtPlan?.id]);
  expect(await readPlan()).toContain("Its term is over.");
});

test("payment methods name their plans, the one that paid last and the declined one; one with plans goes if another takes them", async () => {
  const { client, customer, id, path, plan } = await createSubscriber();
  await shop.fillCart(
    { client, customer } as Parameters<Shop["fillCart"]>[0],
    [await shop.createProduct()],
    cards.declines,
  );
  const page = "/portal/payment-methods";
  const [declinedMethod] = await shop.objects("payment_method", { customer });
  await shop.query(`update invoices set tries = tries || $1::jsonb where reference_id = $2`, [
    JSON.stringify([
      {
        id: "ch_declined",
        amount: 100,
        status: "failed",
        at: "2026-11-23T20:25:00.000Z",
        method: { type: "card", name: "visa", last4: "0341" },
        decline: "generic_decline",
      },
    ]),
    id,
  ]);
  const pageText = await readWords(client, page, { headers });
  expect(pageText).toContain("Visa ending in 0341 Declined");
  expect(pageText).toContain("Its last payment was declined on 23 Nov 2026");
  expect(pageText).toMatch(new RegExp(`Visa ending in 4242 Default Valid until [0-9/]+ Pays for ${plan.name}`));
  expect(pageText).toContain(`Pay for ${plan.name} with`);
  const other = await shop.addMethod(customer, cards.good);
  const usedMethod = (await shop.objects("payment_method", { customer })).find(
    (each) => each.id !== other && each.id !== declinedMethod?.id,
  );
  const used = usedMethod?.id ?? "";
  const fetchPlanMethod = async () =>
    (
      await shop.query<{ method: string }>(
        "select payment_method ->> 'id' as method from subscriptions where id = $1",
        [id],
      )
    )[0]?.method;
  const remove = (fields: Record<string, string>) => postForm(client, `${page}/remove`, fields);
  expect((await remove({ payment_method_id: used })).headers.get("location")).toBe(page);
  const refusalText = await readWords(client, page);
  expect(refusalText).toContain(describeErrcode("PAYMENT_METHOD_IN_USE")[0]?.message);
  expect(refusalText).toContain("Visa ending in 4242 Default");
  expect(await fetchPlanMethod()).toBe(used);
  const removeAnswer = await remove({ payment_method_id: used, replacement_id: other });
  expect(removeAnswer.headers.get("location")).toBe(page);
  expect(await readWords(client, page)).toContain("The payment method was removed.");
  expect(await fetchPlanMethod()).toBe(other);
  const remainingIds = (await shop.objects("payment_method", { customer })).map((each) => each.id);
  expect(remainingIds.toSorted()).toEqual([declinedMethod?.id, other].toSorted());
  expect((await client.fetch(path)).status).toBe(200);
});

test("while the provider does not answer, the pages stand and only the list says so, with a way to try again", async () => {
  const { client, path } = await createSubscriber();
  await shop.sandbox.addFault({ service: "stripe", path: "/payment_methods", kind: "status", value: 503, times: 20 });
  for (const page of ["/portal/payment-methods", `${path}/payment-methods`]) {
    const answer = await client.fetch(page);
    const html = await answer.text();
    expect([page, answer.status]).toEqual([page, 200]);
    expect(html).toContain("Our payment provider is not responding");
    expect(html).toContain(`<a href="${page}">Try again</a>`);
  }
  expect((await client.fetch(path)).status).toBe(200);
  await shop.sandbox.clearFaults();
});
