import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

test("an inquiry moves no money, leaves the charge refundable, and is closed or becomes a dispute", async () => {
  const { stripe, store, control, pay } = harness;
  const { charge } = await pay("4242424242424242", 800);
  const { id } = await control("/disputes", { charge, stage: "inquiry" });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: "warning_needs_response",
    is_charge_refundable: true,
    balance_transactions: [],
  });
  await stripe.refunds.create({ charge, amount: 100 });
  await control("/disputes", { charge, stage: "warning_closed" });
  expect((await stripe.disputes.retrieve(id)).status).toBe("warning_closed");
  await expect.poll(async () => store.sentFor(id).filter((path) => path === "events").length === 1).toBe(true);
  const other = await pay("4242424242424242", 800);
  await control("/disputes", { charge: other.charge, stage: "inquiry" });
  const lostDispute = await control("/disputes", { charge: other.charge, stage: "lost" });
  const dispute = await stripe.disputes.retrieve(lostDispute.id);
  expect([dispute.status, dispute.balance_transactions.map(({ amount }) => amount)]).toEqual(["lost", [-800]]);
  expect((await expectRefusal(stripe.refunds.create({ charge: other.charge }))).code).toBe("charge_disputed");
});

test("refunds wait while the balance is short, and one event alone may tell their end", async () => {
  const { stripe, store, control, pay } = harness;
  const { charge } = await pay("4242424242424242", 1000);
  await control("/refunds", { all_wait_for: "insufficient_funds" });
  const refund = await stripe.refunds.create({ charge, amount: 400 });
  await control("/refunds", { all_wait_for: null });
  expect(refund).toMatchObject({ status: "pending", pending_reason: "insufficient_funds" });
  await control("/refunds", { refund: refund.id, outcome: "succeeded", told_by: "refund.updated" });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe("succeeded");
  await expect.poll(async () => store.sentFor(refund.id).length > 0).toBe(true);
  expect(store.sentFor(refund.id)).toEqual(["events"]);
});

test("an open invoice may be written off, then paid or voided; a paid, a void and a draft one may be none of that", async () => {
  const { stripe, customerWith, openInvoice } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const [one, two, three] = [
    await openInvoice(customer, 700),
    await openInvoice(customer, 800),
    await openInvoice(customer, 900),
  ];
  expect((await stripe.invoices.markUncollectible(one.id)).status).toBe("uncollectible");
  expect((await stripe.invoices.pay(one.id, { paid_out_of_band: true })).status).toBe("paid");
  await stripe.invoices.markUncollectible(two.id);
  expect((await stripe.invoices.voidInvoice(two.id)).status).toBe("void");
  await stripe.invoices.markUncollectible(three.id);
  expect((await stripe.invoices.pay(three.id, { payment_method: method })).status).toBe("paid");
  const draft = await stripe.invoices.create({ customer, auto_advance: false });
  for (const { id } of [one, two, three, draft]) {
    await expectRefusal(stripe.invoices.markUncollectible(id));
    await expectRefusal(stripe.invoices.voidInvoice(id));
    await expectRefusal(stripe.invoices.pay(id, { paid_out_of_band: true }));
  }
});

test("an open invoice may be noted as paid outside, which charges nobody and is told on request", async () => {
  const { stripe, store, control, customerWith, openInvoice } = harness;
  const { customer } = await customerWith("4242424242424242");
  const invoice = await openInvoice(customer, 700);
  await control("/invoices", { invoice: invoice.id, action: "paid_out_of_band" });
  expect(await stripe.invoices.retrieve(invoice.id)).not.toHaveProperty("amount_paid_off_stripe");
  const paid = await stripe.invoices.retrieve(invoice.id, { expand: ["amount_paid_off_stripe"] });
  expect(paid).toMatchObject({ status: "paid", amount_paid_off_stripe: 700, amount_remaining: 0 });
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
  await expect.poll(async () => store.sentFor(invoice.id).length > 0).toBe(true);
  expect(store.sentFor(invoice.id)).toEqual(["events"]);
  await expect(control("/invoices", { invoice: invoice.id, action: "paid_out_of_band" })).rejects.toThrow(
    "already paid",
  );
});

test("a calculation shows ten lines, all on request, and is one transaction that can be reversed once", async () => {
  const { stripe, control } = harness;
  const address = { line1: "1 Main Street", city: "Austin", state: "TX", postal_code: "73301", country: "US" };
  const customer_details = { address, address_source: "shipping" as const };
  const line_items = Array.from({ length: 12 }, (_, at) => ({ amount: 1000, reference: `line ${at}` }));
  const input = { currency: "usd", customer_details, line_items, expand: ["line_items"] };
  const calculation = await stripe.tax.calculations.create(input);
  const id = calculation.id ?? "";
  expect([calculation.line_items?.data.length, calculation.line_items?.has_more]).toEqual([10, true]);
  const allLines = await stripe.tax.calculations.listLineItems(id, { limit: 100 });
  expect(allLines.data.map(({ reference }) => reference)).toEqual(line_items.map(({ reference }) => reference));
  const duplicateInput = { ...input, line_items: [line_items[0], line_items[0]].flatMap((line) => line ?? []) };
  expect((await expectRefusal(stripe.tax.calculations.create(duplicateInput))).param).toBe("line_items");
  const saleTransaction = await stripe.tax.transactions.createFromCalculation({ calculation: id, reference: "sale" });
  const secondSale = stripe.tax.transactions.createFromCalculation({ calculation: id, reference: "sale" });
  expect((await expectRefusal(secondSale)).code).toBe("resource_already_exists");
  const reversalFields = { original_transaction: saleTransaction.id, mode: "partial" as const };
  const reverse = (reference: string, flat_amount: number) =>
    stripe.tax.transactions.createReversal({ ...reversalFields, reference, flat_amount });
  expect(await reverse("back 1", -1000)).toMatchObject({ type: "reversal" });
  expect((await expectRefusal(reverse("back 2", 1000))).param).toBe("flat_amount");
  expect((await expectRefusal(reverse("back 3", -calculation.amount_total))).param).toBe("flat_amount");
  expect((await expectRefusal(reverse("back 1", -1))).code).toBe("resource_already_exists");
  await control("/clock", { advance_seconds: 91 * daySeconds });
  const lateSale = stripe.tax.transactions.createFromCalculation({ calculation: id, reference: "late" });
  expect((await expectRefusal(lateSale)).param).toBe("calculation");
});
