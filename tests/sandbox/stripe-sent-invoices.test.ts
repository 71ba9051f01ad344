import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

describe("an invoice that is sent", () => {
  const sendFields = { collection_method: "send_invoice", auto_advance: false } as const;
  const createSentInvoice = async (customer: string, amount: number) => {
    const { stripe } = harness;
    const draft = await stripe.invoices.create({
      ...sendFields,
      customer,
      days_until_due: 30,
      payment_settings: {
        payment_method_types: ["card", "us_bank_account", "customer_balance"],
        payment_method_options: {
          customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "us_bank_transfer" } },
        },
      },
    });
    await stripe.invoices.addLines(draft.id, { lines: [{ amount, description: "Device" }] });
    return stripe.invoices.finalizeInvoice(draft.id);
  };

  test("has a due date and a customer to send it to; one that is charged has no due date", async () => {
    const { stripe, customerWith } = harness;
    const { customer } = await customerWith("4242424242424242");
    const invoice = await createSentInvoice(customer, 700);
    expect([invoice.status, invoice.collection_method]).toEqual(["open", "send_invoice"]);
    expect(invoice.due_date).toBe(invoice.created + 30 * daySeconds);
    const { id: customerWithoutEmail } = await stripe.customers.create({ name: "Acme" });
    const due_date = invoice.created + daySeconds;
    for (const [param, input] of [
      ["days_until_due", { customer, auto_advance: false, days_until_due: 30 }],
      ["due_date", { customer, auto_advance: false, due_date }],
      ["days_until_due", { ...sendFields, customer }],
      [undefined, { ...sendFields, customer, due_date, days_until_due: 30 }],
      ["due_date", { ...sendFields, customer, due_date: invoice.created - daySeconds }],
      [undefined, { ...sendFields, customer: customerWithoutEmail, due_date }],
    ] as const)
      expect((await expectRefusal(stripe.invoices.create(input))).param).toBe(param);
  });

  test("is paid in parts by transfers, the rest by card, each a payment of its own", async () => {
    const { stripe, store, control, customerWith } = harness;
    const { customer, method } = await customerWith("4242424242424242");
    const { id } = await createSentInvoice(customer, 10_000);
    await control("/invoices", { invoice: id, action: "paid_in_part", amount: 2500 });
    await control("/invoices", { invoice: id, action: "paid_in_part", amount: 500 });
    const partlyPaid = await stripe.invoices.retrieve(id, { expand: ["payments"] });
    expect([partlyPaid.status, partlyPaid.amount_paid, partlyPaid.amount_remaining]).toEqual(["open", 3000, 7000]);
    expect(partlyPaid.payments?.data.map(({ status, amount_paid }) => [status, amount_paid])).toEqual(
      expect.arrayContaining([
        ["open", null],
        ["paid", 2500],
        ["paid", 500],
      ]),
    );
    await expect.poll(async () => store.sentFor(id).includes("events")).toBe(true);
    await expectRefusal(stripe.invoices.voidInvoice(id));
    await expect(control("/invoices", { invoice: id, action: "paid_in_part", amount: 7001 })).rejects.toThrow();
    const paidInvoice = await stripe.invoices.pay(id, { payment_method: method });
    expect([paidInvoice.status, paidInvoice.amount_remaining]).toEqual(["paid", 0]);
    const { data } = await stripe.charges.list({ customer });
    expect(data.map(({ amount }) => amount)).toEqual([7000, 500, 2500]);
    await expect(control("/invoices", { invoice: id, action: "paid_in_part", amount: 1 })).rejects.toThrow();
  });

  test("is reduced by credit notes, never below what remains, and paid when nothing does", async () => {
    const { stripe, control, customerWith } = harness;
    const { customer } = await customerWith("4242424242424242");
    const { id } = await createSentInvoice(customer, 10_000);
    await control("/invoices", { invoice: id, action: "paid_in_part", amount: 2500 });
    expect((await expectRefusal(stripe.creditNotes.create({ invoice: id, amount: 7501 }))).param).toBe("amount");
    const note = await stripe.creditNotes.create({ invoice: id, amount: 500, reason: "order_change" });
    expect(note).toMatchObject({ type: "pre_payment", pre_payment_amount: 500, post_payment_amount: 0 });
    const reducedInvoice = await stripe.invoices.retrieve(id);
    expect([
      reducedInvoice.status,
      reducedInvoice.total,
      reducedInvoice.amount_due,
      reducedInvoice.amount_remaining,
    ]).toEqual(["open", 10_000, 9500, 7000]);
    await stripe.creditNotes.create({ invoice: id, amount: 7000 });
    const paidInvoice = await stripe.invoices.retrieve(id);
    expect([paidInvoice.status, paidInvoice.amount_paid, paidInvoice.pre_payment_credit_notes_amount]).toEqual([
      "paid",
      2500,
      7500,
    ]);
    const [event] = (await stripe.events.list({ type: "invoice.paid" })).data;
    expect(event?.data.object).toMatchObject({ id });
    await expectRefusal(stripe.creditNotes.create({ invoice: id, amount: 1 }));
    const { id: voidedId } = await createSentInvoice(customer, 1000);
    await stripe.invoices.voidInvoice(voidedId);
    await expectRefusal(stripe.creditNotes.create({ invoice: voidedId, amount: 1000 }));
  });

  test("is paid by the last part, while one that is charged takes no transfer", async () => {
    const { stripe, control, customerWith, openInvoice } = harness;
    const { customer } = await customerWith("4242424242424242");
    const { id } = await createSentInvoice(customer, 1000);
    await control("/invoices", { invoice: id, action: "paid_in_part", amount: 1000 });
    expect((await stripe.invoices.retrieve(id)).status).toBe("paid");
    const { id: chargedId } = await openInvoice(customer, 1000);
    await expect(control("/invoices", { invoice: chargedId, action: "paid_in_part", amount: 500 })).rejects.toThrow();
  });
});
