// Orders on account that are canceled or refunded after a part was paid: their invoice ends at the provider, too.
import { describe, expect, test } from "vitest";
import { until } from "../../../../sandbox/process/deadline.ts";
import { formatMoney as dollars } from "../../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { markInvoicePaid, voidInvoice, writeOffInvoice } from "../../../../worker/contract/v1/admin/invoices.ts";
import { cancelOrder, noteRefund, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { payInvoices } from "../../../../worker/contract/v1/client/invoices.ts";
import { getReceivables } from "../../../../worker/contract/v1/client/receivables.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { type Buyer, cards, shop } from "../../../support/store.ts";
import { waitUntilSettled } from "../../admin/invoices/unpaid.ts";
import { accountBuyer, buyOnAccount, invoiceOf, transfer } from "./account.ts";
import { patienceMs } from "../../../support/patience.ts";

const createDevice = () => shop.createProduct({ price_levels: { "Base Price": 400_00 } });

/** An order on account with its invoice, paid by transfers of these cents. */
async function createPartlyPaidOrder(buyer: Buyer, ...parts: number[]) {
  const { order_id } = await buyOnAccount(buyer, [await createDevice()]);
  const invoice = await invoiceOf(order_id ?? "");
  for (const part of parts) await transfer(invoice, part);
  return { ...invoice, params: { order_id: order_id ?? "" } };
}

const fetchProviderInvoice = async ({ stripe_invoice_id }: { stripe_invoice_id: string }) =>
  (await shop.objects("invoice", { id: stripe_invoice_id }))[0];
const fetchAvailable = async ({ client }: Buyer) => (await client.call(getReceivables)).reply().available;

/** Completes pending refunds of transfers, as the bank does days later; returns their amounts, largest first. */
async function endRefunds({ id, stripe_invoice_id }: { id: string; stripe_invoice_id: string }): Promise<number[]> {
  const [row] = await shop.query<{ refunds: { id: string; amount: number; is_pending: boolean }[] }>(
    "select refunds from invoices where id = $1",
    [id],
  );
  const pendingRefunds = (row?.refunds ?? []).filter(({ is_pending }) => is_pending);
  for (const each of pendingRefunds) await shop.control("/refunds", { refund: each.id, outcome: "succeeded" });
  const isTaken = await until(patienceMs, async () => {
    const remainingRefunds = await shop.query(
      "select 1 from invoices where id = $1 and jsonb_path_exists(refunds, '$[*] ? (@.is_pending == true)')",
      [id],
    );
    return remainingRefunds.length === 0;
  });
  if (!isTaken) throw new Error(`the refunds of ${stripe_invoice_id} were not taken in time`);
  return pendingRefunds.map(({ amount }) => amount).toSorted((one, other) => other - one);
}

test("a canceled one pays back every part, credits the rest, and frees the limit at once", async () => {
  const buyer = await accountBuyer({ credit_limit: 1_000_00 });
  const order = await createPartlyPaidOrder(buyer, 100_00, 50_00);
  expect(await fetchAvailable(buyer)).toBe(1_000_00 - order.amount + 150_00);
  const { client } = await signedInAdmin();
  (await client.call(cancelOrder, { params: order.params })).reply();
  expect(await fetchAvailable(buyer)).toBe(1_000_00);
  expect(await fetchProviderInvoice(order)).toMatchObject({
    status: "paid",
    amount_remaining: 0,
    pre_payment_credit_notes_amount: order.amount - 150_00,
  });
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled" }]);
  (await client.call(cancelOrder, { params: order.params })).reply();
  expect(await endRefunds(order)).toEqual([100_00, 50_00]);
  const { orders, invoices } = await shop.books(buyer.org_id);
  expect(orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
  expect(invoices).toMatchObject([{ payment_status: "refunded", needs_review: false }]);
});

test("one whose parts were paid back before is canceled with a credit for the rest", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const { client } = await signedInAdmin();
  (await client.call(refundOrder, { params: order.params, body: { amount: 40_00 } })).reply();
  expect(await fetchProviderInvoice(order)).toMatchObject({ status: "open", amount_remaining: order.amount - 100_00 });
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "pending" });
  expect(await fetchAvailable(buyer)).toBe(1_000_00 - order.amount + 100_00);
  (await client.call(cancelOrder, { params: order.params })).reply();
  expect(await fetchProviderInvoice(order)).toMatchObject({ status: "paid", amount_remaining: 0 });
  expect(await endRefunds(order)).toEqual([60_00, 40_00]);
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "refunded" });
});

test("a full refund of what was paid gives up the rest; without a payment its invoice is void", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const { client } = await signedInAdmin();
  (await client.call(refundOrder, { params: order.params, body: {} })).reply();
  expect(await fetchProviderInvoice(order)).toMatchObject({ status: "paid", amount_remaining: 0 });
  expect(await fetchAvailable(buyer)).toBe(1_000_00);
  expect(await endRefunds(order)).toEqual([100_00]);
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
  const unpaidOrder = await createPartlyPaidOrder(buyer);
  (await client.call(cancelOrder, { params: unpaidOrder.params })).reply();
  expect(await fetchProviderInvoice(unpaidOrder)).toMatchObject({ status: "void" });
  expect(await fetchAvailable(buyer)).toBe(1_000_00);
});

test("one that was paid in parts is refunded from all of them, and in steps", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  await transfer(order, order.amount - 100_00);
  const { client } = await signedInAdmin();
  (await client.call(refundOrder, { params: order.params, body: { amount: 150_00 } })).reply();
  expect(await endRefunds(order)).toEqual([100_00, 50_00]);
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "partially_refunded" });
  (await client.call(refundOrder, { params: order.params, body: {} })).reply();
  expect(await endRefunds(order)).toEqual([order.amount - 150_00]);
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "refunded" });
  expect(
    await shop.query("select given_amount::int, status from refunds where org_id = $1 order by created_at", [
      buyer.org_id,
    ]),
  ).toEqual([
    { given_amount: 150_00, status: "succeeded" },
    { given_amount: order.amount - 150_00, status: "succeeded" },
  ]);
});

describe("one that credit at the provider paid a part of", () => {
  /** An order on account with $100.00 paid by credit at the provider and $100.00 by transfer. */
  async function createCreditedOrder() {
    const buyer = await accountBuyer();
    await shop.control("/customers", { customer: buyer.customer, balance: -100_00 });
    const order = await createPartlyPaidOrder(buyer, 100_00);
    expect(await fetchProviderInvoice(order)).toMatchObject({ amount_remaining: order.amount - 200_00 });
    const fetchBalance = async () => (await shop.objects("customer", { id: buyer.customer }))[0]?.["balance"];
    return { buyer, order, fetchBalance };
  }

  test.each([
    ["canceled", cancelOrder, undefined],
    ["refunded whole", refundOrder, {}],
    ["refunded by the amount that was paid", refundOrder, { amount: 100_00 }],
  ] as const)("pays back the transfer and returns the credit when it is %s", async (_, call, body) => {
    const { buyer, order, fetchBalance } = await createCreditedOrder();
    expect(await fetchBalance()).toBe(0);
    const { client } = await signedInAdmin();
    (
      await client.call<typeof refundOrder | typeof cancelOrder>(call, { params: order.params, body: body ?? {} })
    ).reply();
    expect(await fetchBalance()).toBe(-100_00);
    expect(await endRefunds(order)).toEqual([100_00]);
    const { orders, invoices, ledger } = await shop.books(buyer.org_id);
    expect(orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
    expect(invoices).toMatchObject([{ payment_status: "refunded", needs_review: false }]);
    expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["balance", 100_00],
      ["charge", 100_00],
      ["refund", -100_00],
      ["refund", -100_00],
    ]);
  });

  test("returns the credit once when the provider was silent and the cancellation is repeated", async () => {
    const { buyer, order, fetchBalance } = await createCreditedOrder();
    const path = `/v1/customers/${buyer.customer}/balance_transactions`;
    await shop.sandbox.addFault({ service: "stripe", path, text: "amount=-", kind: "cut", times: 10 });
    const [first, second] = [await signedInAdmin(), await signedInAdmin()];
    const cancel = ({ client }: typeof first) => client.call(cancelOrder, { params: order.params });
    const answers = await Promise.all([cancel(first), cancel(second)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    await shop.sandbox.clearFaults();
    (await cancel(second)).reply();
    await shop.query("update refunds set next_at = now() where org_id = $1", [buyer.org_id]);
    await shop.sandbox.runJob("sweep-payments");
    expect(await fetchBalance()).toBe(-100_00);
    expect(await endRefunds(order)).toEqual([100_00]);
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
  });

  test("returns the credit when its transfer was paid back in the provider's Dashboard before", async () => {
    const { buyer, order, fetchBalance } = await createCreditedOrder();
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/refunds", { charge: charge?.id });
    await waitUntilSettled(buyer);
    expect(await endRefunds(order)).toEqual([100_00]);
    const { client } = await signedInAdmin();
    (await client.call(cancelOrder, { params: order.params })).reply();
    expect(await fetchBalance()).toBe(-100_00);
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
  });
});

test("one whose card payment is disputed is refunded from its transfer", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const stripe_payment_method_id = await shop.addMethod(buyer.customer, cards.good);
  (await buyer.client.call(payInvoices, { body: { invoice_ids: [order.id], stripe_payment_method_id } })).reply();
  const charges = await shop.charges(buyer.customer);
  const [transferCharge, cardCharge] = [100_00, order.amount - 100_00].map(
    (cents) => charges.find(({ amount }) => amount === cents)?.id ?? "",
  );
  await shop.control("/disputes", { charge: cardCharge, stage: "funds_withdrawn" });
  await waitUntilSettled(buyer);
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "disputed" });
  const { client } = await signedInAdmin();
  (await client.call(refundOrder, { params: order.params, body: {} })).reply();
  expect(await shop.objects("refund", { charge: transferCharge ?? "" })).toMatchObject([{ amount: 100_00 }]);
  expect(await shop.objects("refund", { charge: cardCharge ?? "" })).toEqual([]);
});

test("one that was paid by a transfer and a wire is refunded by the provider only for the transfer", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const { client } = await signedInAdmin();
  const wire = { reference: "Wire 4711", paid_on: "2026-11-20" };
  (await client.call(markInvoicePaid, { params: { invoice_id: order.id }, body: wire })).reply();
  expect(await invoiceOf(order.params.order_id)).toMatchObject({ payment_status: "paid" });
  const refund = (body: object) => client.call(refundOrder, { params: order.params, body });
  const note = (amount: number) => client.call(noteRefund, { params: order.params, body: { ...wire, amount } });
  for (const answer of [
    await refund({}),
    await refund({ amount: 100_01 }),
    await client.call(cancelOrder, { params: order.params }),
  ])
    expect([answer.status, answer.issues[0]?.message]).toEqual([
      400,
      expect.stringContaining("note that as its refund"),
    ]);
  expect((await note(order.amount - 100_00 + 1)).issues[0]?.path).toEqual(["amount"]);
  (await refund({ amount: 40_00 })).reply();
  (await note(order.amount - 100_00)).reply();
  expect((await note(1)).issues[0]?.message).toContain("Nothing of a wire or cheque is left");
  (await refund({})).reply();
  expect(await endRefunds(order)).toEqual([60_00, 40_00]);
  expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled", payment_status: "refunded" }]);
  expect((await refund({})).status).toBe(400);
});

test("a payment that is under way stops the cancellation, and nothing changes", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const method = await shop.addMethod(buyer.customer, "us_bank_ok");
  (
    await buyer.client.call(payInvoices, {
      body: { invoice_ids: [order.id], stripe_payment_method_id: method },
    })
  ).reply();
  const { client } = await signedInAdmin();
  const refusal = await client.call(cancelOrder, { params: order.params });
  expect([refusal.status, refusal.errcode]).toEqual([422, "PAYMENT_FAILED"]);
  expect(await fetchProviderInvoice(order)).toMatchObject({ status: "open" });
  expect(await shop.query("select 1 from refunds where org_id = $1", [buyer.org_id])).toEqual([]);
});

test("its invoice is not voided, as the provider would refuse, and the console says what to do instead", async () => {
  const buyer = await accountBuyer();
  const order = await createPartlyPaidOrder(buyer, 100_00);
  const { client } = await signedInAdmin();
  const params = { invoice_id: order.id };
  const refusal = await client.call(voidInvoice, { params });
  expect([refusal.status, refusal.errcode, refusal.message]).toEqual([
    422,
    "INVOICE_PAID_IN_PART",
    "Part of this invoice is paid, so it cannot be voided. Cancel or refund its order, which also gives up the rest, or write off the rest.",
  ]);
  const providerCalls = (await shop.sandbox.callsTo("stripe")).filter(({ path }) =>
    path.includes(order.stripe_invoice_id),
  );
  expect(providerCalls.filter(({ path }) => path.endsWith("/void"))).toEqual([]);
  const page = await (await client.fetch(hrefOf(pages.adminInvoice, params))).text();
  expect(page).toContain("Part of it is paid, so it cannot be voided.");
  expect(page).not.toContain("Void this invoice?");
  const remainder = dollars(order.amount - 100_00);
  for (const title of [
    `Charge ${remainder} now?`,
    `${remainder} arrived by wire or cheque?`,
    `Write off ${remainder}?`,
  ])
    expect(page).toContain(title);
  (await client.call(writeOffInvoice, { params })).reply();
  expect(await fetchProviderInvoice(order)).toMatchObject({ status: "uncollectible", amount_paid: 100_00 });
  expect((await client.call(voidInvoice, { params })).errcode).toBe("INVOICE_PAID_IN_PART");
});

test("the tax of what is credited is taken back with that of what is refunded", async () => {
  const buyer = await accountBuyer({ credit_limit: 5_000_00 });
  const { order_id } = await buyOnAccount(buyer, [await createDevice()]);
  const invoice = await invoiceOf(order_id ?? "");
  await transfer(invoice, 100_00);
  const { client } = await signedInAdmin();
  (await client.call(cancelOrder, { params: { order_id: order_id ?? "" } })).reply();
  await endRefunds(invoice);
  const reports = await shop.query<{ kind: string; amount: number }>(
    "select kind, amount::int from tax_reports where invoice_id = $1 order by kind, amount",
    [invoice.id],
  );
  expect(reports).toEqual([
    { kind: "reversal", amount: 100_00 },
    { kind: "reversal", amount: invoice.amount - 100_00 },
    { kind: "sale", amount: invoice.amount },
  ]);
});
