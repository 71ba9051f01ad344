import { afterAll, beforeAll, expect, test } from "vitest";
import { listAdminInvoices, markInvoicePaid } from "../../../worker/contract/v1/admin/invoices.ts";
import { listTaskRuns } from "../../../worker/contract/v1/admin/tasks.ts";
import { getSubscriptionStatusTask, startSubscriptionStatusTask } from "../../../worker/contract/v1/admin/workers.ts";
import { approveRequest, listApprovalRequests } from "../../../worker/contract/v1/client/approval-requests.ts";
import { openBillingPortal } from "../../../worker/contract/v1/client/billing.ts";
import { payInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { getReceivables } from "../../../worker/contract/v1/client/receivables.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { seedProvider } from "../../../sandbox/seed/provider.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  for (let times = 0; times < 2; times += 1) await seedProvider(app.sandbox.databaseUrl, app.sandbox.url);
});
afterAll(() => app?.stop());

test("the provider knows every plan of the demonstration that may still change, so that the task that follows them does all", async () => {
  const { client } = await shop.signedInAdmin();
  (await client.call(startSubscriptionStatusTask)).reply();
  const fetchTask = async () => (await client.call(getSubscriptionStatusTask)).reply();
  await expect.poll(async () => (await fetchTask()).status).not.toBe("processing");
  const [run] = (await client.call(listTaskRuns, { params: { name: "subscription-status" } })).reply().data;
  expect([run?.status, run?.failures]).toEqual(["completed", []]);
  expect(run?.found).toBe(run?.processed);
  const [incompletePlan] = await shop.query<{ stripe_id: string }>(
    "select stripe_id from subscriptions where status = 'incomplete' and stripe_id like 'sub_seed_%'",
  );
  const known = await shop.objects("subscription");
  expect(known.find(({ id }) => id === incompletePlan?.stripe_id)?.["status"]).toBe("incomplete");
});

test("the provider's portal shows a demo organization's card and plan, and the plan renews by its clock", async () => {
  const [owner] = await shop.query<{ id: string }>("select id from users where email = 'owner@globex.test'");
  const session = await shop.factories.createSession(owner?.id ?? "");
  const client = createClient({ session, url: app.worker.url });
  const fetchSubscriptions = async () =>
    (await client.call(listSubscriptions, { query: { status: "active" } })).reply().data;
  const [planBefore] = await fetchSubscriptions();
  const portal = await (await fetch((await client.call(openBillingPortal)).reply().url)).text();
  expect(portal).toContain("Visa ending in 4242");
  expect(portal).toContain(planBefore?.product.name);
  await shop.advance(40);
  await shop.settled();
  const [planAfter] = await fetchSubscriptions();
  expect(planAfter?.start_at.slice(0, 19)).toBe(planBefore?.start_at.slice(0, 19));
  expect(Date.parse(planAfter?.current_period_end ?? "")).toBeGreaterThan(
    Date.parse(planBefore?.current_period_end ?? ""),
  );
});

test("an invoice of the demonstration that was declined is open at the provider, and is noted as paid", async () => {
  const { client } = await shop.signedInAdmin();
  const fetchDeclined = async () =>
    (await client.call(listAdminInvoices, { query: { payment_status: "declined", limit: "100" } })).reply().data;
  const declined = await fetchDeclined();
  expect(declined.length).toBeGreaterThan(0);
  const states = await Promise.all(
    declined.map(async ({ stripe_invoice_id }) => (await shop.objects("invoice", { id: stripe_invoice_id ?? "" }))[0]),
  );
  expect(new Set(states.map((invoice) => invoice?.["status"]))).toEqual(new Set(["open"]));
  const body = { reference: "Wire 4711", paid_on: "2026-11-20" };
  (await client.call(markInvoicePaid, { params: { invoice_id: declined[0]?.id ?? "" }, body })).reply();
  expect(await fetchDeclined()).toHaveLength(declined.length - 1);
});

test("the order that waits in the demonstration is approved, placed, paid and its tax reported", async () => {
  const [priya] = await shop.query<{ id: string }>("select id from users where email = 'priya@acme.test'");
  const session = await shop.factories.createSession(priya?.id ?? "");
  const client = createClient({ session, url: app.worker.url });
  const list = async (query: Record<string, string>) =>
    (await client.call(listApprovalRequests, { query })).reply().data;
  const [pendingRequest, ...others] = await list({ for_me: "true" });
  expect(others).toEqual([]);
  expect(pendingRequest).toMatchObject({ status: "pending", note: "For line 4, which starts on the 14th." });
  expect((await list({ status: "rejected" })).map(({ approvals }) => approvals.length)).toEqual([1]);
  const params = { id: pendingRequest?.id ?? "" };
  expect((await client.call(approveRequest, { params })).reply()).toMatchObject({
    status: "approved",
    payment_status: "paid",
  });
  await shop.settled();
  const listReports = () =>
    shop.query(
      `select t.status from tax_reports t
       join invoices i on i.id = t.invoice_id
       join orders o on o.id = i.reference_id
       join approval_requests r on r.attempt_id = o.attempt_id
     where r.id = $1`,
      [params.id],
    );
  await expect.poll(async () => (await shop.sweep(), listReports())).toEqual([{ status: "done" }]);
});

test("an organization of the demonstration buys on account: what it owes stands by age, and is paid at the provider", async () => {
  const [owner] = await shop.query<{ id: string }>("select id from users where email = 'owner@cascade.test'");
  const session = await shop.factories.createSession(owner?.id ?? "");
  const client = createClient({ session, url: app.worker.url });
  const fetchReceivables = async () => (await client.call(getReceivables)).reply();
  const account = await fetchReceivables();
  expect(account).toMatchObject({ payment_terms_days: 30, credit_limit: 25_000_00, days_31_60: 0, days_over_90: 0 });
  expect(account.invoices.map(({ days_overdue }) => days_overdue)).toEqual([10, 0, 0, 0]);
  expect(account.invoices.filter(({ po_number }) => po_number)).toHaveLength(1);
  const [overdueInvoice, partlyPaidInvoice] = account.invoices;
  if (!overdueInvoice || !partlyPaidInvoice) throw new Error("no invoices on account");
  expect(account.days_1_30).toBe(overdueInvoice.remaining);
  expect(partlyPaidInvoice.remaining).toBeLessThan(partlyPaidInvoice.amount);
  expect(account.current + account.days_1_30).toBe(account.total);
  expect(account.available).toBe(25_000_00 - account.total);
  const [customer] = await shop.query<{ id: string }>(
    "select stripe_customer_id as id from organizations where name = 'Cascade Coatings'",
  );
  const [card] = await shop.objects("payment_method", { customer: customer?.id ?? "" });
  const body = { invoice_ids: [overdueInvoice.id, partlyPaidInvoice.id], stripe_payment_method_id: card?.id ?? "" };
  (await client.call(payInvoices, { body })).reply();
  await shop.settled();
  expect(await fetchReceivables()).toMatchObject({
    days_1_30: 0,
    total: account.total - overdueInvoice.remaining - partlyPaidInvoice.remaining,
  });
  const charges = await shop.charges(customer?.id ?? "");
  expect(charges.map(({ amount }) => amount)).toEqual(
    expect.arrayContaining([overdueInvoice.remaining, partlyPaidInvoice.remaining]),
  );
});
