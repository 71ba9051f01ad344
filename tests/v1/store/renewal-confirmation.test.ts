import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chargeInvoice, remindInvoice } from "../../../worker/contract/v1/admin/invoices.ts";
import { payInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { getSubscription, listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { startOwnApp } from "../../support/app.ts";
import { type Buyer, cards, type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const price = 3490_00;
const confirmPayment = (url: string, answer: "complete" | "fail") => shop.submit(`${url}/authenticate`, { answer });

/** Creates a subscriber whose card needs authentication for each payment; the first payment is confirmed. */
async function createSubscriber() {
  const plan = await shop.createPlan({ price_levels: { "Base Price": price } });
  const buyer = await shop.purchase([plan], cards.asks);
  await confirmPayment(buyer.bought.action_url ?? "", "complete");
  await shop.settled();
  return { ...buyer, plan };
}

async function createUnconfirmedRenewal() {
  const buyer = await createSubscriber();
  await passDays(32);
  return buyer;
}

async function passDays(days: number): Promise<void> {
  await shop.advance(days);
  await shop.settled();
}

async function fetchPlan({ client }: Buyer) {
  const [plan] = (await client.call(listSubscriptions)).reply().data;
  const params = { subscription_id: plan?.id ?? "" };
  expect((await client.call(getSubscription, { params })).reply()).toEqual({ ...plan, success: true });
  return plan;
}
const fetchSubjects = async ({ user }: Pick<Buyer, "user">) => {
  await shop.sandbox.runJob("deliver-outbox");
  // A queue message may still send mails that it has leased.
  const listUnsent = () =>
    shop.query("select 1 from outbox where user_id = $1 and sent_at is null and failed_at is null", [user.id]);
  await expect.poll(listUnsent).toEqual([]);
  return (await shop.sandbox.mailsTo(user.email)).map(({ subject }) => subject).toReversed();
};
const fetchMailText = async ({ user }: Buyer, subject: string) =>
  (await shop.sandbox.waitForMail(user.email, subject)).text.replaceAll(/\s+/g, " ");

describe("a renewal that the bank wants confirmed", () => {
  test("is told as that, with its link, and asked for by mail at once and once", async () => {
    const buyer = await createUnconfirmedRenewal();
    const plan = await fetchPlan(buyer);
    expect(plan?.status).toBe("past_due");
    const [openInvoice] = await shop.objects("invoice", { customer: buyer.customer, status: "open" });
    const { invoices } = await shop.books(buyer.org_id);
    expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "pending"]);
    expect(plan?.needs_action).toEqual({
      invoice_id: expect.any(String),
      amount: Number(openInvoice?.["total"]),
      url: openInvoice?.["hosted_invoice_url"],
      next_attempt_at: new Date(Number(openInvoice?.["next_payment_attempt"]) * 1000).toISOString(),
    });
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await shop.settled();
    const subject = `Confirm the renewal of ${buyer.plan.name}`;
    expect((await fetchSubjects(buyer)).filter((each) => each === subject)).toHaveLength(1);
    const text = await fetchMailText(buyer, subject);
    expect(text).toContain(String(openInvoice?.["hosted_invoice_url"]));
    expect(text).not.toMatch(/bank transfer|did not go through/i);
  });

  test("is over when the buyer has confirmed it", async () => {
    const buyer = await createUnconfirmedRenewal();
    await confirmPayment((await fetchPlan(buyer))?.needs_action?.url ?? "", "complete");
    await shop.settled();
    expect(await fetchPlan(buyer)).toMatchObject({ status: "active", needs_action: null });
    const { invoices } = await shop.books(buyer.org_id);
    expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "paid"]);
    expect((await fetchSubjects(buyer)).at(-1)).toMatch(/^Invoice for your subscription/);
  });

  test.each<[string, (buyer: Buyer) => Promise<unknown>]>([
    ["was inactivated", ({ user }) => shop.query("update users set is_active = false where id = $1", [user.id])],
    [
      "is in another organization now",
      async ({ user }) => {
        const { user: stranger } = await shop.signedIn();
        await shop.query("update users set org_id = $2 where id = $1", [user.id, stranger.org_id]);
      },
    ],
  ])("is mailed to the managers alone once its buyer %s", async (_, leave) => {
    const buyer = await createSubscriber();
    const manager = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
    await leave(buyer);
    await passDays(32);
    const subject = `Confirm the renewal of ${buyer.plan.name}`;
    expect(await fetchSubjects(manager)).toContain(subject);
    expect(await fetchSubjects(buyer)).not.toContain(subject);
  });

  test("is reminded of after two days, once", async () => {
    const buyer = await createUnconfirmedRenewal();
    const reminders = async () => (await fetchSubjects(buyer)).filter((each) => each.startsWith("Reminder: "));
    await shop.sandbox.runJob("reconcile-payments");
    expect(await reminders()).toEqual([]);
    await shop.query(
      "update invoices set needs_action_at = now() - interval '49 hours' where org_id = $1 and needs_action_at is not null",
      [buyer.org_id],
    );
    for (let day = 0; day < 2; day += 1) await shop.sandbox.runJob("reconcile-payments");
    expect(await reminders()).toEqual([`Reminder: confirm the renewal of ${buyer.plan.name}`]);
  });

  test("and never was ends the plan, and the last mail says why", async () => {
    const buyer = await createUnconfirmedRenewal();
    const { amount = 0 } = (await fetchPlan(buyer))?.needs_action ?? {};
    await passDays(7);
    expect(await fetchPlan(buyer)).toMatchObject({ status: "canceled", needs_action: null });
    expect((await fetchSubjects(buyer)).at(-1)).toBe(`Your subscription was canceled: ${buyer.plan.name}`);
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount / 100);
    expect(await fetchMailText(buyer, "was canceled")).toContain(`because the renewal of ${dollars} was not paid`);
  });

  test("and never was is neither charged nor reminded of once the plan has ended", async () => {
    const buyer = await createUnconfirmedRenewal();
    const { invoice_id = "" } = (await fetchPlan(buyer))?.needs_action ?? {};
    await passDays(7);
    expect(await fetchPlan(buyer)).toMatchObject({ status: "canceled" });
    const stripe_payment_method_id = await shop.addMethod(buyer.customer, cards.good);
    const body = { invoice_ids: [invoice_id], stripe_payment_method_id };
    expect((await buyer.client.call(payInvoices, { body })).reply().results).toMatchObject([{ outcome: "refused" }]);
    const { client } = await shop.signedInAdmin();
    expect((await client.call(chargeInvoice, { params: { invoice_id } })).errcode).toBe("INVOICE_CLOSED");
    expect((await client.call(remindInvoice, { params: { invoice_id } })).errcode).toBe("INVOICE_CLOSED");
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });

  test("and is paid on its page only after the plan has ended is to be reviewed", async () => {
    const buyer = await createUnconfirmedRenewal();
    const url = (await fetchPlan(buyer))?.needs_action?.url ?? "";
    await passDays(7);
    expect(await fetchPlan(buyer)).toMatchObject({ status: "canceled" });
    await shop.submit(url, { choice: cards.good });
    await shop.settled();
    expect(await fetchPlan(buyer)).toMatchObject({ status: "canceled" });
    expect((await shop.books(buyer.org_id)).invoices).toMatchObject([
      { payment_status: "paid", needs_review: false },
      { payment_status: "paid", needs_review: true },
    ]);
  });
});

test("a renewal that was declined first is asked to be confirmed when another card wants it", async () => {
  const plan = await shop.createPlan();
  const buyer = await shop.purchase([plan]);
  await shop.settled();
  await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
  const dueAt = Date.parse((await fetchPlan(buyer))?.current_period_end ?? "") / 1000;
  const { now }: { now: number } = await (await fetch(`${shop.sandbox.url}/stripe/clock`)).json();
  // Moves the clock to a day after the renewal, before the retries of the provider on days 3 and 5.
  await passDays(Math.ceil((dueAt - now) / 86_400 + 1));
  expect(await fetchSubjects(buyer)).toContain(`Your payment for your subscription to ${plan.name} failed`);
  const [{ id } = { id: "" }] = await shop.objects("subscription", { customer: buyer.customer });
  const headers = { authorization: `Bearer ${secretKey}` };
  const body = new URLSearchParams({ default_payment_method: await shop.addMethod(buyer.customer, cards.asks) });
  await fetch(`${shop.sandbox.url}/v1/subscriptions/${id}`, { method: "POST", headers, body });
  await passDays(2);
  expect(await fetchPlan(buyer)).toMatchObject({ status: "past_due", needs_action: { amount: expect.any(Number) } });
  expect(await fetchSubjects(buyer)).toContain(`Confirm the renewal of ${plan.name}`);
});

test("a renewal that the bank declined because nobody was there to be asked is told as one to confirm", async () => {
  const plan = await shop.createPlan({ price_levels: { "Base Price": price } });
  const buyer = await shop.purchase([plan], cards.asksLater);
  expect(buyer.bought).toMatchObject({ payment_status: "paid", action_url: null });
  await passDays(32);
  // A declined payment is left without a method instead of waiting for an action:
  // https://docs.stripe.com/declines/codes
  const [intent] = await shop.objects("payment_intent", {
    customer: buyer.customer,
    status: "requires_payment_method",
  });
  expect(intent?.["last_payment_error"]).toMatchObject({ code: "authentication_required" });
  const [openInvoice] = await shop.objects("invoice", { customer: buyer.customer, status: "open" });
  const url = String(openInvoice?.["hosted_invoice_url"]);
  expect(await fetchPlan(buyer)).toMatchObject({
    status: "past_due",
    needs_action: { amount: openInvoice?.["total"], url },
  });
  const { invoices } = await shop.books(buyer.org_id);
  expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "pending"]);
  const subject = `Confirm the renewal of ${plan.name}`;
  expect(await fetchSubjects(buyer)).toContain(subject);
  expect((await fetchSubjects(buyer)).filter((each) => each.includes("failed"))).toEqual([]);
  expect(await fetchMailText(buyer, subject)).toContain(url);
  const [method] = await shop.objects("payment_method", { customer: buyer.customer });
  await shop.submit(url, { choice: method?.id ?? "" });
  await shop.settled();
  expect(await fetchPlan(buyer)).toMatchObject({ status: "active", needs_action: null });
});

test("a renewal without a payment method to charge is told as failed", async () => {
  const plan = await shop.createPlan();
  const buyer = await shop.purchase([plan]);
  await shop.settled();
  const headers = { authorization: `Bearer ${secretKey}` };
  for (const { id } of await shop.objects("payment_method", { customer: buyer.customer }))
    await fetch(`${shop.sandbox.url}/v1/payment_methods/${id}/detach`, { method: "POST", headers });
  await passDays(32);
  expect(await fetchPlan(buyer)).toMatchObject({ status: "past_due", needs_action: null });
  const { invoices } = await shop.books(buyer.org_id);
  expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "declined"]);
  expect(await fetchSubjects(buyer)).toContain(`Your payment for your subscription to ${plan.name} failed`);
});

test("a plan that somebody ended at the provider did not end for want of money", async () => {
  const buyer = await createSubscriber();
  const [plan] = await shop.objects("subscription", { customer: buyer.customer });
  const headers = { authorization: `Bearer ${secretKey}` };
  await fetch(`${shop.sandbox.url}/v1/subscriptions/${plan?.id}`, { method: "DELETE", headers });
  await shop.settled();
  expect((await fetchSubjects(buyer)).at(-1)).toBe(`Your subscription was canceled: ${buyer.plan.name}`);
  expect(await fetchMailText(buyer, "was canceled")).not.toContain("was not paid");
});
