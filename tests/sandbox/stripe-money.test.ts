import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

const submit = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

test("a card pays an invoice once, and the payment is found from the invoice and back", async () => {
  const { stripe, pay } = harness;
  const { invoice, charge } = await pay("4242424242424242", 12_345);
  expect(invoice).toMatchObject({ status: "paid", amount_paid: 12_345, billing_reason: "manual" });
  const intent = invoice.payments?.data[0]?.payment.payment_intent;
  expect(intent).toMatchObject({ status: "succeeded", latest_charge: charge });
  const intentId = typeof intent === "object" ? intent.id : "";
  const links = await stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intentId } });
  expect(links.data.map((link) => link.invoice)).toEqual([invoice.id]);
  expect((await expectRefusal(stripe.invoices.pay(invoice.id))).message).toBe("Invoice is already paid");
  expect((await stripe.charges.list({ payment_intent: intentId })).data).toHaveLength(1);
});

test("a declined card leaves the invoice open, and asked for, any card is declined", async () => {
  const { stripe, control, customerWith, openInvoice, faults } = harness;
  const { customer, method } = await customerWith("4000000000000341");
  const invoice = await openInvoice(customer, 500);
  const declineError = await expectRefusal(stripe.invoices.pay(invoice.id, { payment_method: method }));
  expect(declineError).toMatchObject({ statusCode: 402, code: "card_declined", decline_code: "generic_decline" });
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("open");
  await expect(control("/payment-methods", { customer, number: "4000000000000002" })).rejects.toThrow("declined");
  const goodMethod = (await control("/payment-methods", { customer, number: "4242424242424242" })).id;
  faults.add({ service: "stripe", kind: "decline", times: 1, when: "before" });
  expect((await expectRefusal(stripe.invoices.pay(invoice.id, { payment_method: goodMethod }))).code).toBe(
    "card_declined",
  );
  expect((await stripe.invoices.pay(invoice.id, { payment_method: goodMethod })).status).toBe("paid");
  const expiredMethod = (
    await control("/payment-methods", { customer, number: "4242424242424242", exp_month: 1, exp_year: 2020 })
  ).id;
  const nextInvoice = await openInvoice(customer, 500);
  expect((await expectRefusal(stripe.invoices.pay(nextInvoice.id, { payment_method: expiredMethod }))).code).toBe(
    "expired_card",
  );
});

test("a payment that needs authentication is completed, or failed, on the invoice's page", async () => {
  const { stripe, customerWith, openInvoice } = harness;
  const { customer, method } = await customerWith("4000002760003184");
  const invoice = await openInvoice(customer, 700);
  const authenticationError = await expectRefusal(stripe.invoices.pay(invoice.id, { payment_method: method }));
  expect([authenticationError.statusCode, authenticationError.code]).toEqual([
    402,
    "invoice_payment_intent_requires_action",
  ]);
  const page = invoice.hosted_invoice_url ?? "";
  expect(await (await fetch(page)).text()).toContain("Complete authentication");
  expect((await submit(`${page}/authenticate`, { answer: "fail" })).status).toBe(402);
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("open");
  await submit(page, { choice: method });
  expect((await submit(`${page}/authenticate`, { answer: "complete" })).status).toBe(303);
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
});

test("a bank account pays after four days of the clock, another one fails", async () => {
  const { stripe, control, pay } = harness;
  const okPayment = await pay("us_bank_ok", 900);
  const failingPayment = await pay("us_bank_fails", 900);
  expect([okPayment.invoice.status, failingPayment.invoice.status]).toEqual(["open", "open"]);
  expect((await expectRefusal(stripe.invoices.pay(failingPayment.invoice.id))).code).toBe(
    "payment_intent_unexpected_state",
  );
  await control("/clock", { advance_seconds: 4 * daySeconds });
  expect((await stripe.invoices.retrieve(okPayment.invoice.id)).status).toBe("paid");
  expect((await stripe.invoices.retrieve(failingPayment.invoice.id)).status).toBe("open");
  expect((await stripe.charges.retrieve(failingPayment.charge)).status).toBe("failed");
});

test("a setup page adds a payment method and sends the person back; the portal removes it", async () => {
  const { stripe } = harness;
  const { id: customer } = await stripe.customers.create({ email: "buyer@acme.test" });
  const success_url = "http://store.test/back?session={CHECKOUT_SESSION_ID}";
  const session = await stripe.checkout.sessions.create({ mode: "setup", customer, currency: "usd", success_url });
  expect((await submit(session.url ?? "", { choice: "4000000000000002" })).status).toBe(402);
  const cardForm = { choice: "typed", number: "4242 4242 4242 4242", expiry: "11/31" };
  const submitResponse = await submit(session.url ?? "", cardForm);
  expect(submitResponse.headers.get("location")).toBe(`http://store.test/back?session=${session.id}`);
  const { data } = await stripe.customers.listPaymentMethods(customer);
  expect(data).toMatchObject([{ card: { last4: "4242", exp_month: 11, exp_year: 2031 } }]);
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: "http://store.test" });
  const method = data[0]?.id ?? "";
  await submit(portal.url, { method, action: "default" });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({
    invoice_settings: { default_payment_method: method },
  });
  await submit(portal.url, { method, action: "remove" });
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
});

test("a payment page takes the sum of its lines under the metadata it was given", async () => {
  const { stripe } = harness;
  const { id: customer } = await stripe.customers.create({});
  const price_data = { currency: "usd", unit_amount: 2500, product_data: { name: "Device" } };
  const payment_intent_data = { metadata: { order: "7" } };
  const sessionFields = {
    mode: "payment" as const,
    customer,
    line_items: [{ price_data, quantity: 3 }],
    payment_intent_data,
  };
  const session = await stripe.checkout.sessions.create({
    ...sessionFields,
    success_url: "http://store.test",
    expand: ["line_items"],
  });
  expect(session.line_items?.data).toHaveLength(1);
  await submit(session.url ?? "", { choice: "4242424242424242" });
  const completedSession = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge"],
  });
  expect(completedSession).toMatchObject({
    status: "complete",
    payment_status: "paid",
    payment_intent: { metadata: { order: "7" } },
  });
  expect(completedSession.payment_intent).toMatchObject({ latest_charge: { amount: 7500, metadata: { order: "7" } } });
  expect(completedSession).not.toHaveProperty("line_items");
});

test("a payment page takes nothing or at least 50 cents", async () => {
  const { stripe } = harness;
  const { id: customer } = await stripe.customers.create({});
  const open = (unit_amount: number) =>
    stripe.checkout.sessions.create({
      mode: "payment",
      customer,
      line_items: [{ price_data: { currency: "usd", unit_amount, product_data: { name: "Device" } }, quantity: 1 }],
      success_url: "http://store.test",
    });
  for (const cents of [1, 49])
    await expect(open(cents)).rejects.toMatchObject({ statusCode: 400, code: "amount_too_small" });
  for (const cents of [0, 50]) expect((await open(cents)).amount_total).toBe(cents);
});

test("refunds never exceed the charge, and one that fails comes back to the balance", async () => {
  const { url, stripe, store, control, pay } = harness;
  const { charge } = await pay("4242424242424242", 1000);
  const first = await stripe.refunds.create({ charge, amount: 400 }, { idempotencyKey: "refund-once" });
  await stripe.refunds.create({ charge, amount: 400 }, { idempotencyKey: "refund-once" });
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(400);
  expect((await expectRefusal(stripe.refunds.create({ charge, amount: 601 }))).param).toBe("amount");
  const failedRefund = await control("/refunds", { charge, amount: 600, outcome: "failed" });
  expect(await stripe.refunds.retrieve(failedRefund.id)).toMatchObject({ status: "failed" });
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(400);
  const balance: { amount: number; source: string }[] = await (
    await fetch(`${url}/stripe/objects.json?type=balance_transaction`)
  ).json();
  const ownTransactions = balance.filter(({ source }) => [charge, first.id, failedRefund.id].includes(source));
  expect(ownTransactions.map(({ amount }) => amount)).toEqual([600, -600, -400, 1000]);
  await expect.poll(async () => store.sentFor(failedRefund.id).includes("charge/refund/updated")).toBe(true);
});

test("a dispute takes the money and may give it back", async () => {
  const { stripe, store, control, pay } = harness;
  const { charge } = await pay("4242424242424242", 800);
  const { id } = await control("/disputes", { charge, stage: "funds_withdrawn" });
  expect((await expectRefusal(stripe.refunds.create({ charge }))).code).toBe("charge_disputed");
  await control("/disputes", { charge, stage: "funds_reinstated" });
  const dispute = await stripe.disputes.retrieve(id);
  expect(dispute.balance_transactions.map(({ amount }) => amount)).toEqual([-800, 800]);
  const stages = ["created", "funds-withdrawn", "funds-reinstated"].map((stage) => `charge/dispute/${stage}`);
  await expect.poll(async () => stages.every((stage) => store.sentFor(id).includes(stage))).toBe(true);
});
