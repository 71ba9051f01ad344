import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeHarness, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

describe("what stands in the account besides the store's own", () => {
  test("a charge that somebody makes by hand is for no invoice and carries no metadata", async () => {
    const { customer } = await harness.customerWith("4242424242424242");
    await harness.control("/charges", { customer, amount: 1900 });
    const { data } = await harness.stripe.charges.list({ customer });
    expect(data).toMatchObject([{ amount: 1900, status: "succeeded", metadata: {} }]);
    const payment_intent = String(data[0]?.payment_intent);
    const invoicePayments = await harness.stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent },
    });
    expect(invoicePayments.data).toEqual([]);
  });

  test("payments from before have their refunds, disputes and invoice, once, and are listed by when they were made", async () => {
    const { customer } = await harness.customerWith("4242424242424242");
    const payment = {
      customer,
      payment_intent: "pi_known_1",
      charge: "ch_known_1",
      amount: 5000,
      created: 1_600_000_000,
      invoice: { id: "in_known_1", number: "CGX-1", subscription: null },
      refunds: [
        { id: "re_known_1", amount: 700, status: "succeeded" },
        { id: "re_known_2", amount: 300, status: "failed" },
      ],
      disputes: [{ id: "du_known_1", amount: 4000, is_won: true }],
    };
    expect(await harness.control("/known-payments", [payment])).toMatchObject({ added: 1 });
    expect(await harness.control("/known-payments", [payment])).toMatchObject({ added: 0 });
    const { stripe } = harness;
    const charges = await stripe.charges.list({ created: { gte: 1_600_000_000, lt: 1_600_000_001 } });
    expect(charges.data).toMatchObject([{ id: "ch_known_1", amount: 5000, amount_refunded: 700, disputed: true }]);
    const refunds = await stripe.refunds.list({ charge: "ch_known_1" });
    expect(refunds.data.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "re_known_2 failed",
      "re_known_1 succeeded",
    ]);
    const dispute = await stripe.disputes.retrieve("du_known_1");
    expect([dispute.status, dispute.balance_transactions.map(({ amount }) => amount)]).toEqual(["won", [-4000, 4000]]);
    const invoice = await stripe.invoices.retrieve("in_known_1");
    expect(invoice).toMatchObject({ status: "paid", number: "CGX-1", total: 5000, amount_paid: 5000 });
  });

  test("earlier invoices on account are open for what no transfer paid, once, and then paid", async () => {
    const { customer } = await harness.customerWith("4242424242424242");
    const buildInvoice = (number: number, amounts: number[]) => ({
      customer,
      invoice: { id: `in_account_${number}`, number: `CGX-A${number}` },
      payment_intent: `pi_account_${number}`,
      amount: 5000,
      po_number: "PO 7",
      created: 1_600_000_000,
      due: 1_602_592_000,
      transfers: amounts.map((amount, at) => ({
        charge: `py_account_${number}_${at}`,
        payment_intent: `pi_account_${number}_${at}`,
        amount,
        created: 1_600_100_000 + at,
      })),
    });
    const invoices = [buildInvoice(1, []), buildInvoice(2, [2000]), buildInvoice(3, [2000, 3000])];
    expect(await harness.control("/known-account-invoices", invoices)).toMatchObject({ added: 3 });
    expect(await harness.control("/known-account-invoices", invoices)).toMatchObject({ added: 0 });
    const { stripe } = harness;
    const fetchInvoice = async (number: number) => {
      const invoice = await stripe.invoices.retrieve(`in_account_${number}`);
      expect(invoice).toMatchObject({ collection_method: "send_invoice", due_date: 1_602_592_000, total: 5000 });
      return [invoice.status, invoice.amount_paid, invoice.amount_remaining, invoice.status_transitions.paid_at];
    };
    expect(await Promise.all([1, 2, 3].map(fetchInvoice))).toEqual([
      ["open", 0, 5000, null],
      ["open", 2000, 3000, null],
      ["paid", 5000, 0, 1_600_100_001],
    ]);
    const { data } = await stripe.invoicePayments.list({ invoice: "in_account_2" });
    expect(data.map(({ status, amount_requested }) => [status, amount_requested]).toSorted()).toEqual([
      ["open", 3000],
      ["paid", 2000],
    ]);
    const [method] = (await stripe.paymentMethods.list({ customer })).data;
    await stripe.invoices.pay("in_account_2", { payment_method: method?.id ?? "" });
    expect(await stripe.invoices.retrieve("in_account_2")).toMatchObject({ status: "paid", amount_remaining: 0 });
    const charges = await stripe.charges.list({ customer });
    expect(charges.data.map(({ amount }) => amount).toSorted()).toEqual([2000, 2000, 3000, 3000]);
  });
});
