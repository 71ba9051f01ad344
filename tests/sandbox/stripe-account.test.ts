import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Stripe } from "stripe";
import { liveKey } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { type StripeHarness, daySeconds, expectRefusal, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

const submit = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

describe("a customer's balance", () => {
  const createWithBalance = async (balance: number) => {
    const created = await harness.customerWith("4242424242424242");
    await harness.control("/customers", { customer: created.customer, balance });
    return created;
  };
  const fetchBalance = async (customer: string) => {
    const fetched = await harness.stripe.customers.retrieve(customer);
    return fetched.deleted ? undefined : fetched.balance;
  };

  test.each([
    { balance: -5000, total: 12_449, due: 7449, ending: 0 },
    { balance: -20_000, total: 12_449, due: 0, ending: -7551 },
    { balance: -12_430, total: 12_449, due: 0, ending: 19 },
    { balance: 19, total: 10_000, due: 10_019, ending: 0 },
    { balance: 0, total: 49, due: 0, ending: 49 },
  ])(
    "of $balance goes into an invoice of $total: $due are due, $ending stay",
    async ({ balance, total, due, ending }) => {
      const { customer, method } = await createWithBalance(balance);
      const invoice = await harness.openInvoice(customer, total);
      expect(invoice).toMatchObject({ total, amount_due: due, starting_balance: balance, ending_balance: ending });
      expect([invoice.status, await fetchBalance(customer)]).toEqual([due === 0 ? "paid" : "open", ending]);
      if (due > 0) await harness.stripe.invoices.pay(invoice.id, { payment_method: method });
      const { data } = await harness.stripe.charges.list({ customer });
      expect(data.map(({ amount }) => amount)).toEqual(due > 0 ? [due] : []);
    },
  );

  test("comes back from an invoice that is voided, and its ledger tells every move", async () => {
    const { stripe } = harness;
    const { customer } = await createWithBalance(-5000);
    const { id } = await harness.openInvoice(customer, 12_449);
    expect(await fetchBalance(customer)).toBe(0);
    await stripe.invoices.voidInvoice(id);
    await stripe.customers.createBalanceTransaction(customer, { amount: -700, currency: "usd", metadata: { a: "b" } });
    expect(await fetchBalance(customer)).toBe(-5700);
    const { data } = await stripe.customers.listBalanceTransactions(customer);
    expect(data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])).toEqual([
      ["adjustment", -700, -5700],
      ["unapplied_from_invoice", -5000, -5000],
      ["applied_to_invoice", 5000, 0],
      ["adjustment", -5000, -5000],
    ]);
  });
});

test("more than $999,999.99 is charged by nobody, and amounts are refused where a control says so", async () => {
  const { stripe, control, customerWith, openInvoice } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const draft = await stripe.invoices.create({ customer });
  const lines = [60_000_000, 60_000_000].map((amount) => ({ amount, description: "Device" }));
  await stripe.invoices.addLines(draft.id, { lines });
  const finalizeError = await expectRefusal(stripe.invoices.finalizeInvoice(draft.id));
  expect([finalizeError.statusCode, finalizeError.code]).toEqual([400, "amount_too_large"]);
  expect((await stripe.invoices.retrieve(draft.id)).status).toBe("draft");
  await control("/refusals", { amount: 4321, at: "finalize" });
  expect((await expectRefusal(openInvoice(customer, 4321))).statusCode).toBe(400);
  await control("/refusals", { amount: 4322, at: "pay" });
  const unpaidInvoice = await openInvoice(customer, 4322);
  expect((await expectRefusal(stripe.invoices.pay(unpaidInvoice.id, { payment_method: method }))).statusCode).toBe(400);
  await fetch(`${harness.url}/stripe/refusals`, { method: "DELETE" });
  expect((await stripe.invoices.pay(unpaidInvoice.id, { payment_method: method })).status).toBe("paid");
});

test("lines are added and taken off in one call, and a draft that is deleted leaves its lines for the next invoice", async () => {
  const { stripe, customerWith } = harness;
  const { customer } = await customerWith("4242424242424242");
  const { id } = await stripe.invoices.create({ customer });
  const lines = ["first", "second", "third"].map((description, at) => ({ description, amount: 100 * (at + 1) }));
  const filledInvoice = await stripe.invoices.addLines(id, { lines });
  expect(filledInvoice.lines.data.map(({ description }) => description)).toEqual(["first", "second", "third"]);
  expect(filledInvoice.total).toBe(600);
  const removals = filledInvoice.lines.data.slice(0, 2).map((line) => ({ id: line.id, behavior: "delete" as const }));
  expect((await stripe.invoices.removeLines(id, { lines: removals })).total).toBe(300);
  expect(await stripe.invoices.del(id)).toMatchObject({ id, deleted: true });
  expect((await expectRefusal(stripe.invoices.retrieve(id))).statusCode).toBe(404);
  const nextInvoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: "include" });
  expect((await stripe.invoices.retrieve(nextInvoice.id)).total).toBe(300);
  await stripe.invoices.finalizeInvoice(nextInvoice.id);
  expect((await expectRefusal(stripe.invoices.del(nextInvoice.id))).statusCode).toBe(400);
});

test("writes to one invoice at the same time are refused but for one, as lock_timeout", async () => {
  const { stripe, customerWith } = harness;
  const { customer } = await customerWith("4242424242424242");
  const { id } = await stripe.invoices.create({ customer });
  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map((at) => stripe.invoiceItems.create({ customer, invoice: id, amount: 100 * at, currency: "usd" })),
  );
  const lockErrors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(lockErrors.length).toBeGreaterThan(0);
  for (const reason of lockErrors) expect(reason).toMatchObject({ statusCode: 429, code: "lock_timeout" });
});

test("a set-up page offers Link unless it is restricted, and a bank account entered by hand waits for its deposit", async () => {
  const { stripe, control } = harness;
  const { id: customer } = await stripe.customers.create({ email: "buyer@acme.test" });
  const createSession = (more: object) =>
    stripe.checkout.sessions.create({ mode: "setup", customer, success_url: "http://store.test", ...more });
  const unrestricted = await createSession({ currency: "usd" });
  expect((await submit(unrestricted.url ?? "", { choice: "link" })).status).toBe(303);
  expect((await stripe.customers.listPaymentMethods(customer)).data.map(({ type }) => type)).toEqual(["link"]);
  const restricted = await createSession({ allowed_payment_method_types: ["card", "us_bank_account"] });
  expect(await (await fetch(restricted.url ?? "")).text()).not.toContain("Link");
  expect((await submit(restricted.url ?? "", { choice: "us_bank_by_hand" })).status).toBe(303);
  const { data } = await stripe.setupIntents.list({ customer, expand: ["data.payment_method"] });
  const intent = data[0];
  expect(intent).toMatchObject({ status: "requires_action", payment_method: { us_bank_account: { last4: "4321" } } });
  const verification = intent?.next_action?.verify_with_microdeposits;
  expect((await submit(verification?.hosted_verification_url ?? "", { code: "SM11AA" })).status).toBe(400);
  await control("/clock", { advance_seconds: 2 * daySeconds });
  expect((await submit(verification?.hosted_verification_url ?? "", { code: "SM11AA" })).status).toBe(303);
  expect((await stripe.setupIntents.retrieve(intent?.id ?? "")).status).toBe("succeeded");
  expect((await stripe.customers.listPaymentMethods(customer, { type: "us_bank_account" })).data).toHaveLength(1);
});

test("an account that is not set up calculates no tax and opens no portal", async () => {
  const { stripe, control } = harness;
  const { id: customer } = await stripe.customers.create({});
  const calculateTax = () =>
    stripe.tax.calculations.create({
      currency: "usd",
      customer_details: { address: { state: "CA", postal_code: "94016", country: "US" }, address_source: "shipping" },
      line_items: [{ amount: 100, reference: "a" }],
    });
  await control("/settings", { tax: "inactive", portal: "unsaved" });
  expect((await expectRefusal(calculateTax())).code).toBe("stripe_tax_inactive");
  expect((await expectRefusal(stripe.billingPortal.sessions.create({ customer }))).message).toContain(
    "portal settings",
  );
  await control("/settings", { tax: "no-head-office" });
  expect((await expectRefusal(calculateTax())).message).toContain("head office");
  await control("/settings", { tax: "active", portal: "saved" });
  expect((await calculateTax()).tax_amount_exclusive).toBe(8);
});

test.each([
  ["by default", {}, [-3300]],
  ["not when none is asked for", { proration_behavior: "none" as const }, []],
])("an end before the period's gives the rest back: %s", async (_, options, amounts) => {
  const { stripe, customerWith } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const product = await stripe.products.create({ name: "Plan" });
  const recurring = { interval: "month" as const };
  const price_data = { currency: "usd", product: product.id, unit_amount: 4950, recurring };
  const subscription = await stripe.subscriptions.create({
    customer,
    default_payment_method: method,
    items: [{ price_data }],
    billing_mode: { type: "flexible" },
  });
  const item = subscription.items.data[0];
  const [start, end] = [item?.current_period_start ?? 0, item?.current_period_end ?? 0];
  await stripe.subscriptions.update(subscription.id, { cancel_at: start + Math.round((end - start) / 3), ...options });
  const items: { amount: number; proration: boolean }[] = await (
    await fetch(`${harness.url}/stripe/objects.json?type=invoiceitem&customer=${customer}`)
  ).json();
  expect(items.map(({ amount, proration }) => [amount, proration])).toEqual(amounts.map((amount) => [amount, true]));
});

test("a key without the balance permission reads no balance transaction, neither listed nor expanded", async () => {
  const { stripe, control } = harness;
  const { charge } = await harness.pay("4242424242424242", 1900);
  const expand = ["balance_transaction"];
  expect(await stripe.charges.retrieve(charge, { expand })).toMatchObject({ balance_transaction: { amount: 1900 } });
  const { data } = await stripe.balanceTransactions.list({ limit: 1 });
  expect(data).toMatchObject([{ source: charge, amount: 1900 }]);
  await control("/settings", { balance: "refused" });
  const { StripePermissionError } = Stripe.errors;
  await expect(stripe.balanceTransactions.list({ limit: 1 })).rejects.toThrow(StripePermissionError);
  await expect(stripe.charges.retrieve(charge, { expand })).rejects.toThrow(StripePermissionError);
  const deepExpansion = stripe.refunds.list({ charge, expand: ["data.failure_balance_transaction"] });
  await expect(deepExpansion).rejects.toThrow(StripePermissionError);
  expect((await stripe.charges.retrieve(charge)).id).toBe(charge);
  await control("/settings", { balance: "readable" });
});

test("a live account answers to its live key alone, and says livemode everywhere", async () => {
  const { stripe, control, url } = harness;
  const { hostname: host, port } = new URL(url);
  const liveStripe = new Stripe(liveKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  await expect(liveStripe.tax.settings.retrieve()).rejects.toThrow(/Invalid API Key/);
  expect((await stripe.tax.settings.retrieve()).livemode).toBe(false);
  await control("/settings", { mode: "live" });
  await expect(stripe.tax.settings.retrieve()).rejects.toThrow(/Invalid API Key/);
  expect((await liveStripe.tax.settings.retrieve()).livemode).toBe(true);
  const { id } = await liveStripe.customers.create({ name: "Acme", email: "owner@acme.test" });
  await liveStripe.customers.update(id, { name: "Acme Inc." });
  const { data } = await liveStripe.events.list({ type: "customer.updated", limit: 1 });
  expect(data[0]?.livemode).toBe(true);
  await control("/settings", { mode: "test" });
});
