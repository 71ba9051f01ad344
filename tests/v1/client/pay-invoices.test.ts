import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { getInvoice, payInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { impersonating } from "../../support/actors.ts";
import { postForm } from "../../support/forms.ts";
import { cards, shop } from "../../support/store.ts";
import { readWords } from "../../http/pages/words.ts";
import { type Debtor, waitUntilSettled, createUnpaidOrder } from "../admin/invoices/unpaid.ts";

afterEach(() => shop.sandbox.clearFaults());

async function createUnpaidInvoice(debtor: Debtor): Promise<string> {
  await shop.fillCart(debtor, [await shop.createProduct()], cards.badBank);
  const { order_id } = (await shop.checkout(debtor)).reply();
  const [row] = await shop.query<{ id: string; provider: string }>(
    "select id, stripe_invoice_id as provider from invoices where reference_id = $1",
    [order_id],
  );
  await shop.control("/invoices", { invoice: row?.provider, action: "bank_answers" });
  await waitUntilSettled(debtor);
  return row?.id ?? "";
}

const pay = (debtor: Debtor, invoice_ids: string[], stripe_payment_method_id: string, key?: string) =>
  debtor.client.call(payInvoices, { body: { invoice_ids, stripe_payment_method_id, ...(key && { key }) } });
const fetchStatus = async ({ client }: Debtor, invoice_id: string) =>
  (await client.call(getInvoice, { params: { invoice_id } })).reply().payment_status;

test("several invoices are paid with one method, one charge each and in order, and each is audited", async () => {
  const debtor = await createUnpaidOrder();
  const ids = [debtor.invoice_id, await createUnpaidInvoice(debtor)];
  const method = await shop.addMethod(debtor.customer, cards.good);
  const { results } = (await pay(debtor, ids, method)).reply();
  expect(results).toEqual(ids.map((invoice_id) => ({ invoice_id, outcome: "paid", message: null, action_url: null })));
  expect(await Promise.all(ids.map((id) => fetchStatus(debtor, id)))).toEqual(["paid", "paid"]);
  expect(await shop.charges(debtor.customer)).toHaveLength(2);
  const entries = await shop.query<{ actor_id: string }>(
    "select actor_id from audit_log where action = 'chargeInvoice' and subject_id = any($1::text[])",
    [ids],
  );
  expect(entries).toEqual([{ actor_id: debtor.user.id }, { actor_id: debtor.user.id }]);
});

test("one that was paid meanwhile does not stop the others, and a declined card leaves them open with the reason", async () => {
  const debtor = await createUnpaidOrder();
  const other = await createUnpaidInvoice(debtor);
  const [decliningMethod, goodMethod] = [
    await shop.addMethod(debtor.customer, cards.declines),
    await shop.addMethod(debtor.customer, cards.good),
  ];
  const declinedResults = (await pay(debtor, [debtor.invoice_id, other], decliningMethod)).reply().results;
  expect(declinedResults.map(({ outcome }) => outcome)).toEqual(["declined", "declined"]);
  expect(declinedResults[0]?.message).toMatch(/declined/);
  expect((await pay(debtor, [debtor.invoice_id], goodMethod)).reply().results[0]?.outcome).toBe("paid");
  const mixedResults = (await pay(debtor, [debtor.invoice_id, other], goodMethod)).reply().results;
  expect(mixedResults.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["refused", "This invoice is already paid"],
    ["paid", null],
  ]);
  expect(await shop.charges(debtor.customer)).toHaveLength(2);
});

test("a second click and requests at once charge once", async () => {
  const debtor = await createUnpaidOrder();
  const method = await shop.addMethod(debtor.customer, cards.good);
  const key = randomUUID();
  const sameKeyAnswers = await Promise.all([1, 2].map(() => pay(debtor, [debtor.invoice_id], method, key)));
  expect(sameKeyAnswers.map((answer) => answer.reply().results[0]?.outcome)).toContain("paid");
  expect((await pay(debtor, [debtor.invoice_id], method, key)).reply().results[0]?.outcome).toBe("paid");
  const other = await createUnpaidOrder();
  const otherMethod = await shop.addMethod(other.customer, cards.good);
  const racingAnswers = await Promise.all([1, 2, 3].map(() => pay(other, [other.invoice_id], otherMethod)));
  const outcomes = racingAnswers.map((answer) => answer.reply().results[0]?.outcome);
  expect(outcomes.filter((outcome) => outcome === "paid")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(2);
  expect(await shop.charges(other.customer)).toHaveLength(1);
  expect(await fetchStatus(debtor, debtor.invoice_id)).toBe("paid");
  expect(await shop.charges(debtor.customer)).toHaveLength(1);
});

test("a lost answer is looked up, and nothing is charged twice", async () => {
  const debtor = await createUnpaidOrder();
  const method = await shop.addMethod(debtor.customer, cards.good);
  await shop.sandbox.addFault({
    service: "stripe",
    path: `/v1/invoices/${debtor.provider_id}/pay`,
    kind: "lost-answer",
    times: 3,
  });
  await pay(debtor, [debtor.invoice_id], method);
  await shop.sandbox.clearFaults();
  await shop.query("update invoice_actions set next_at = now() where invoice_id = $1", [debtor.invoice_id]);
  await shop.sandbox.runJob("sweep-payments");
  await waitUntilSettled(debtor);
  expect(await fetchStatus(debtor, debtor.invoice_id)).toBe("paid");
  expect(await shop.charges(debtor.customer)).toHaveLength(1);
});

test("a bank that asks for the buyer answers with its page, and the invoice is paid once they confirmed", async () => {
  const debtor = await createUnpaidOrder();
  const method = await shop.addMethod(debtor.customer, cards.asks);
  const [result] = (await pay(debtor, [debtor.invoice_id], method)).reply().results;
  expect(result).toMatchObject({ outcome: "action", message: "Your bank asks you to confirm this payment." });
  expect(result?.action_url).toContain(debtor.provider_id);
  const path = `/portal/invoices/${debtor.invoice_id}`;
  expect(await readWords(debtor.client, path)).toContain("Confirm the payment");
  await shop.submit(`${result?.action_url}/authenticate`, { answer: "complete" });
  await waitUntilSettled(debtor);
  expect(await fetchStatus(debtor, debtor.invoice_id)).toBe("paid");
  expect(await readWords(debtor.client, path)).not.toContain("Confirm the payment");
});

test("invoices and methods of others are not found, and nobody pays in another person's name", async () => {
  const [debtor, stranger] = [await createUnpaidOrder(), await createUnpaidOrder()];
  const ownMethod = await shop.addMethod(debtor.customer, cards.good);
  const strangersMethod = await shop.addMethod(stranger.customer, cards.good);
  expect((await pay(debtor, [debtor.invoice_id, stranger.invoice_id], ownMethod)).errcode).toBe("INVOICE_NOT_FOUND");
  expect((await pay(debtor, [debtor.invoice_id], strangersMethod)).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
  const acting = await impersonating(debtor.user);
  const answer = await acting.client.call(payInvoices, {
    body: { invoice_ids: [debtor.invoice_id], stripe_payment_method_id: ownMethod },
  });
  expect(answer.status).toBe(403);
  expect([await fetchStatus(debtor, debtor.invoice_id), await fetchStatus(stranger, stranger.invoice_id)]).toEqual([
    "declined",
    "declined",
  ]);
});

const post = (debtor: Debtor, path: string, fields: [string, string][]) => postForm(debtor.client, path, fields);

test("without script: select in the list, choose the method, pay; each result is told, and the declined card is not chosen again", async () => {
  const debtor = await createUnpaidOrder();
  const other = await createUnpaidInvoice(debtor);
  const decliningMethod = await shop.addMethod(debtor.customer, cards.declines);
  const goodMethod = await shop.addMethod(debtor.customer, cards.good);
  const selection = await post(debtor, "/portal/invoices/pay/selected", [
    ["id", debtor.invoice_id],
    ["id", other],
  ]);
  const path = selection.headers.get("location") ?? "";
  expect([selection.status, path]).toEqual([303, `/portal/invoices/pay?id=${debtor.invoice_id}&id=${other}`]);
  const html = await (await debtor.client.fetch(path)).text();
  expect(html).toContain("Pay 2 invoices");
  const [key = ""] = /(?<=name="key" value=")[^"]+/.exec(html) ?? [];
  const ids: [string, string][] = [
    ["key", key],
    ["id", debtor.invoice_id],
    ["id", other],
  ];
  const noMethod = await post(debtor, "/portal/invoices/pay", ids);
  expect([noMethod.status, await noMethod.text()]).toEqual([
    422,
    expect.stringContaining("payment method is required"),
  ]);
  const refusal = await post(debtor, "/portal/invoices/pay", [
    ["id", debtor.invoice_id],
    ["stripe_payment_method_id", decliningMethod],
  ]);
  expect(refusal.headers.get("location")).toBe(`/portal/invoices/${debtor.invoice_id}`);
  expect(await readWords(debtor.client, `/portal/invoices/${debtor.invoice_id}`)).toMatch(/declined/i);
  const retryPage = await (await debtor.client.fetch(`/portal/invoices/pay?id=${debtor.invoice_id}`)).text();
  expect(retryPage).toMatch(
    new RegExp(`<input[^>]*checked[^>]*value="${goodMethod}"|value="${goodMethod}"[^>]*checked`),
  );
  const paid = await post(debtor, "/portal/invoices/pay", [...ids, ["stripe_payment_method_id", goodMethod]]);
  expect([paid.status, paid.headers.get("location")]).toEqual([303, "/portal/invoices"]);
  expect(await readWords(debtor.client, "/portal/invoices")).toContain("Paid.");
  expect(await shop.charges(debtor.customer)).toHaveLength(2);
  const orderPage = await readWords(debtor.client, `/portal/orders/${debtor.order_id}`);
  expect(orderPage).toMatch(/Paid: \$[\d.]+, Visa ending in 4242/);
  const pdfSelection = await post(debtor, "/portal/invoices/pdf/selected", [
    ["id", debtor.invoice_id],
    ["id", other],
  ]);
  const mergedPdf = await debtor.client.fetch(pdfSelection.headers.get("location") ?? "");
  expect([mergedPdf.status, mergedPdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("while the payment provider is down the page stays, and says that nothing was charged", async () => {
  const debtor = await createUnpaidOrder();
  await shop.sandbox.addFault({
    service: "stripe",
    path: `/v1/customers/${debtor.customer}/payment_methods`,
    kind: "status",
    value: 500,
    times: 20,
  });
  const pageText = await readWords(debtor.client, `/portal/invoices/pay?id=${debtor.invoice_id}`);
  expect(pageText).toContain("Our payment provider is not responding right now. Nothing was charged");
});
