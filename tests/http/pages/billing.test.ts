import { expect, test } from "vitest";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { readWords } from "./words.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { removeQuotes } from "../../support/csv/read-csv.ts";
import { zoneHeaders } from "../../support/days.ts";
import { postForm } from "../../support/forms.ts";
import { cards, shop } from "../../support/store.ts";

const fetchLines = async (client: Client, path: string): Promise<string[]> => {
  const answer = await client.fetch(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/csv; charset=utf-8"]);
  return removeQuotes(await answer.text())
    .trimEnd()
    .split("\r\n");
};
const dollars = (cents: number) => String(cents / 100);

test("invoices are listed, narrowed to what is unpaid, and exported; members who may not buy do not see them", async () => {
  const { client, org_id, bought } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  await shop.settled();
  await shop.query(
    "update invoices set payment_status = 'declined', stripe_invoice_no = 'CGX-UNPAID' where reference_id = $1",
    [bought.order_id],
  );
  const html = await (await client.fetch("/portal/invoices")).text();
  // the number is beside the title; screen readers also hear its noun
  expect(html).toMatch(/<p>2 <span class="unseen">invoices<\/span><\/p>/);
  expect(html).toMatch(/Unpaid <span>1<\/span>/);
  const [head, unpaidLine, ...more] = await fetchLines(client, "/portal/invoices?is_unpaid=true&format=csv");
  expect(head).toBe("Invoice,Date,Order,For,PO,Amount,Payment");
  expect(unpaidLine).toMatch(/^CGX-UNPAID,\d{4}-\d\d-\d\dT[\d:.]+Z,O\d+,.+,,[\d.]+,Payment declined$/);
  expect(more).toEqual([]);
  const [invoice] = await shop.query<{ id: string; url: string }>(
    "select i.id, i.stripe_invoice_url as url from invoices i where i.reference_id = $1",
    [bought.order_id],
  );
  const pay = `/portal/invoices/${invoice?.id}/pay`;
  expect(html).toContain(`href="/portal/invoices/pay?id=${invoice?.id}"`);
  expect((await client.fetch(pay)).headers.get("location")).toBe(invoice?.url);
  expect((await (await shop.buyer()).client.fetch(pay)).status).toBe(404);
  const member = (await signedIn({ org_id })).client;
  for (const path of [pay, "/portal/invoices", "/portal/invoices?format=csv", "/portal/invoices/statement"])
    expect([path, (await member.fetch(path)).status]).toEqual([path, 403]);
});

test("who acts for a customer is not offered to pay, and is told why", async () => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  await shop.query("update invoices set payment_status = 'declined' where reference_id = $1", [buyer.bought.order_id]);
  const [invoice] = await shop.query<{ id: string }>("select id from invoices where reference_id = $1", [
    buyer.bought.order_id,
  ]);
  const impersonator = (await impersonating(buyer.user)).client;
  for (const path of ["/portal/invoices", `/portal/invoices/${invoice?.id}`]) {
    const [ownHtml, actingHtml] = await Promise.all(
      [buyer.client, impersonator].map(async (each) => (await each.fetch(path)).text()),
    );
    expect(ownHtml, path).toContain(`href="/portal/invoices/pay?id=${invoice?.id}"`);
    expect(ownHtml, path).not.toContain("You cannot pay while you act as");
    expect(actingHtml, path).not.toContain("/portal/invoices/pay");
    expect(actingHtml, path).toContain(`You cannot pay while you act as ${buyer.user.first_name}.`);
    expect(actingHtml, path).toContain("Download");
  }
  expect((await postForm(impersonator, "/portal/invoices/pay/selected", { id: invoice?.id ?? "" })).status).toBe(403);
});

test("what was given up cannot be paid any more, and its invoice says why", async () => {
  const { client, bought } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  await shop.settled();
  await shop.query("update invoices set payment_status = 'declined' where reference_id = any($1)", [
    [bought.order_id, ...bought.subscription_ids],
  ]);
  const read = async () => (await client.fetch("/portal/invoices")).text();
  const payLinks = (html: string) => html.match(/href="[^"]*\/pay\?id=/g)?.length ?? 0;
  expect(payLinks(await read())).toBe(2);
  await shop.query("update subscriptions set status = 'incomplete_expired' where id = any($1)", [
    bought.subscription_ids,
  ]);
  const [planLapsedHtml, other] = [await read(), "Not due: the order was canceled"];
  expect(payLinks(planLapsedHtml)).toBe(1);
  expect(planLapsedHtml).toContain("Not due: the plan is not active");
  expect(planLapsedHtml).not.toContain(other);
  await shop.query("update orders set status = 'canceled' where id = $1", [bought.order_id]);
  const bothLapsedHtml = await read();
  expect(payLinks(bothLapsedHtml)).toBe(0);
  expect(bothLapsedHtml).toContain(other);
  const { data } = (await client.call(listInvoices)).reply();
  expect(data.map(({ is_open }) => is_open)).toEqual([false, false]);
});

test("a month's statement has what was billed, paid and returned in it, and nothing of another month or organization", async () => {
  const { client, customer, bought } = await shop.purchase([await shop.createProduct()]);
  const [charge] = await shop.charges(customer);
  await shop.control("/refunds", { charge: charge?.id, amount: 500 });
  await shop.settled();
  const [order] = await shop.query<{ order_number: string; no: string }>(
    `select o.order_number, i.stripe_invoice_no as no from orders o join invoices i on i.reference_id = o.id where o.id = $1`,
    [bought.order_id],
  );
  const invoiceColumns = `${order?.no},${order?.order_number}`;
  const [head, ...all] = await fetchLines(client, "/portal/invoices/statement");
  expect(head).toBe("Date,What,Invoice,For,Billed,Paid,Returned");
  expect(all.map((line) => line.replace(/^[^,]*,/, ""))).toEqual([
    `Invoice,${invoiceColumns},${dollars(charge?.amount ?? 0)},,`,
    `Paid,${invoiceColumns},,${dollars(charge?.amount ?? 0)},`,
    `Refunded,${invoiceColumns},,,5`,
  ]);
  expect(await fetchLines(client, "/portal/invoices/statement?month=2020-02")).toHaveLength(1);
  const answer = await client.fetch("/portal/invoices/statement?month=2020-02");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="statement-2020-02.csv"');
  for (const month of ["0000-01", "2026-13", "'; drop", "9999-12"])
    expect((await client.fetch(`/portal/invoices/statement?month=${month}`)).status, month).toBe(200);
  const stranger = await shop.buyer();
  expect(await fetchLines(stranger.client, "/portal/invoices/statement")).toHaveLength(1);
});

test("a payment has the time at which the provider moved it, in statements and on its invoice, however late it was recorded", async () => {
  const { client, bought } = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  const at = "2026-02-28T12:00:00.000Z";
  const [invoice] = await shop.query<{ id: string }>(
    `update payment_ledger l set booked_at = $2 from invoices i
     where i.reference_id = $1 and l.invoice_id = i.id returning i.id`,
    [bought.order_id, at],
  );
  const listEvents = async (query: string) =>
    (await fetchLines(client, `/portal/invoices/statement${query}`)).slice(1).map((line) => line.split(",", 2));
  expect(await listEvents("?month=2026-02")).toEqual([[at, "Paid"]]);
  expect((await listEvents("")).map(([, label]) => label)).toEqual(["Invoice"]);
  expect((await client.call(listInvoices)).reply().data).toMatchObject([{ id: invoice?.id, paid_at: at }]);
  const words = await readWords(client, `/portal/invoices/${invoice?.id}`, { headers: zoneHeaders("UTC") });
  expect(words).toMatch(/Payments and refunds Paid 28 Feb 2026/);
});

test("payment methods are seen, added and removed by who may pay, and never in somebody else's name", async () => {
  const { client, customer, org_id } = await shop.buyer();
  expect(await (await client.fetch("/portal/payment-methods")).text()).toContain("has no payment method yet");
  const id = await shop.addMethod(customer, cards.good);
  expect(await (await client.fetch("/portal/payment-methods")).text()).toContain("Visa ending in 4242");
  const navigation = { "sec-fetch-dest": "document" };
  const addAnswer = await client.fetch("/portal/payment-methods/add", { headers: navigation });
  expect(addAnswer.status).toBe(302);
  expect(addAnswer.headers.get("location")).toMatch(/^http.*\/stripe\//);

  const stranger = await shop.buyer();
  await postForm(stranger.client, "/portal/payment-methods/remove", { payment_method_id: id });
  expect(await (await client.fetch("/portal/payment-methods")).text()).toContain("Visa ending in 4242");
  const removeAnswer = await postForm(client, "/portal/payment-methods/remove", { payment_method_id: id });
  expect([removeAnswer.status, removeAnswer.headers.get("location")]).toEqual([303, "/portal/payment-methods"]);
  const htmlAfter = await (await client.fetch("/portal/payment-methods")).text();
  expect(htmlAfter).toContain("The payment method was removed.");
  expect(htmlAfter).toContain("has no payment method yet");

  const [holder] = await shop.query<{
    id: string;
    org_id: string;
    email: string;
    first_name: string;
    last_name: string;
  }>("select id, org_id, email, first_name, last_name from users where org_id = $1", [org_id]);
  await shop.addMethod(customer, cards.good);
  const impersonator = await impersonating(holder);
  const actingAnswer = await impersonator.client.fetch("/portal/payment-methods");
  expect([actingAnswer.status, (await actingAnswer.text()).includes("4242")]).toEqual([403, false]);
  expect(
    (await signedIn({ org_id }).then(({ client: member }) => member.fetch("/portal/payment-methods"))).status,
  ).toBe(403);
});

test("a method that a plan renews with is not removed, and the page says why", async () => {
  const { client, customer } = await shop.purchase([await shop.createPlan()]);
  const methods = await shop.objects("payment_method", { customer });
  const answer = await postForm(client, "/portal/payment-methods/remove", { payment_method_id: methods[0]?.id ?? "" });
  expect(answer.status).toBe(303);
  expect(await (await client.fetch("/portal/payment-methods")).text()).toContain(
    "would have nothing to renew with. Add another payment method first.",
  );
});

test("a plan tells the terms that were billed and the software that it unlocks, with the version that is theirs", async () => {
  const plan = await shop.createPlan();
  const unlockedSoftware = await createSoftware({ product_id: plan.id });
  await createVersion(unlockedSoftware, { version: "4.2.1" });
  const other = await createSoftware({ product_id: (await shop.createPlan()).id });
  const { client, bought } = await shop.purchase([plan]);
  await shop.settled();
  const path = `/portal/subscriptions/${bought.subscription_ids[0]}`;
  const html = await (await client.fetch(path)).text();
  expect(html).toContain("What it unlocks");
  expect(html).toContain(unlockedSoftware.title);
  expect(html).toContain("<b>4.2.1</b>");
  expect(html).not.toContain(other.title);
  expect(html.replace(/<[^>]*>/g, "")).toMatch(/First term\d+ \w+ \d{4} to \d+ \w+ \d{4}/);
});

test("a trial says when it unlocks, and asks nobody to subscribe again", async () => {
  const plan = await shop.createPlan();
  await createVersion(await createSoftware({ product_id: plan.id }), { version: "4.2.1" });
  const { client, bought } = await shop.purchase([plan]);
  await shop.settled();
  const id = bought.subscription_ids[0];
  const path = `/portal/subscriptions/${id}`;
  await shop.query(
    "update subscriptions set status = 'trialing', current_period_end = '2031-12-17T12:00:00Z' where id = $1",
    [id],
  );
  const pageText = await readWords(client, path, { headers: zoneHeaders("UTC") });
  expect(pageText).toContain("First payment 17 Dec 2031 with Visa ··4242 for");
  expect(pageText).toContain("Unlocks on 17 Dec 2031 with the first payment.");
  expect(pageText).toContain("Can be used from 17 Dec 2031");
  expect(pageText).not.toContain("Subscribe to get it");
});
