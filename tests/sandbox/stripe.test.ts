import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeHarness, expectRefusal, startProvider, startStripe } from "./stripe-harness.ts";

let harness: StripeHarness;
beforeAll(async () => {
  harness = await startStripe();
});
afterAll(async () => harness.stop());

test("the same key answers the same invoice again, other parameters under it and two at once are refused", async () => {
  const { stripe, customerWith, faults } = harness;
  const { customer } = await customerWith("4242424242424242");
  const options = { idempotencyKey: "one-key" };
  const firstInvoice = await stripe.invoices.create({ customer }, options);
  const secondInvoice = await stripe.invoices.create({ customer }, options);
  expect(secondInvoice.id).toBe(firstInvoice.id);
  expect(secondInvoice.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(secondInvoice.lastResponse.headers["stripe-version"]).toBe(Stripe.API_VERSION);
  const parameterError = await expectRefusal(stripe.invoices.create({ customer, description: "other" }, options));
  expect([parameterError.statusCode, parameterError.rawType]).toEqual([400, "idempotency_error"]);
  faults.add({ service: "stripe", kind: "delay", value: 60_000, times: 1, when: "after" });
  const creations = [1, 2].map(() => stripe.invoices.create({ customer }, { idempotencyKey: "both" }));
  const refusal = await expectRefusal(Promise.race(creations));
  faults.clear();
  await Promise.allSettled(creations);
  expect(refusal).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
});

test("an unknown parameter, a wrong key and too deep an expansion are refused as the provider does", async () => {
  const { stripe, client } = harness;
  // `as`: Stripe's types no longer have the parameter that the fake must refuse.
  const removedParams = {
    mode: "setup",
    customer: "cus_1",
    payment_method_types: ["card"],
  } as Stripe.Checkout.SessionCreateParams;
  const unknownError = await expectRefusal(
    stripe.checkout.sessions.create({ ...removedParams, success_url: "http://store.test" }),
  );
  expect([unknownError.statusCode, unknownError.code, unknownError.param]).toEqual([
    400,
    "parameter_unknown",
    "payment_method_types",
  ]);
  expect((await expectRefusal(client("sk_test_wrong").customers.create({}))).statusCode).toBe(401);
  const { id } = await stripe.customers.create({});
  const deepExpansion = expectRefusal(stripe.customers.retrieve(id, { expand: ["a.b.c.d.e"] }));
  expect((await deepExpansion).code).toBe("property_expansion_max_depth");
  const missingError = await expectRefusal(stripe.customers.retrieve("cus_nobody"));
  expect([missingError.statusCode, missingError.code]).toEqual([404, "resource_missing"]);
});

test("lists come in pages, newest first", async () => {
  const { stripe } = harness;
  const { id: customer } = await stripe.customers.create({});
  const objects = [];
  for (let count = 0; count < 5; count += 1) objects.push((await stripe.invoices.create({ customer })).id);
  const page = await stripe.invoices.list({ customer, limit: 2 });
  expect(page.data.map(({ id }) => id)).toEqual([objects[4], objects[3]]);
  expect(page.has_more).toBe(true);
  const all = [];
  for await (const invoice of stripe.invoices.list({ customer, limit: 2 })) all.push(invoice.id);
  expect(all).toEqual(objects.toReversed());
});

test("tax is the state's, and an unknown or unlucky place is refused", async () => {
  const { stripe } = harness;
  const calculateTax = (postal_code: string, state = "CA") =>
    stripe.tax.calculations.create({
      currency: "usd",
      customer_details: {
        address: { line1: "1 Main", city: "Town", state, postal_code, country: "US" },
        address_source: "shipping",
      },
      line_items: [{ amount: 10_000, reference: "a" }],
      shipping_cost: { amount: 1000 },
      expand: ["line_items"],
    });
  const calculation = await calculateTax("94016");
  expect([
    calculation.tax_amount_exclusive,
    calculation.line_items?.data[0]?.amount_tax,
    calculation.shipping_cost?.amount_tax,
  ]).toEqual([908, 825, 83]);
  expect((await calculateTax("97201", "OR")).tax_amount_exclusive).toBe(0);
  expect((await expectRefusal(calculateTax("00000"))).code).toBe("customer_tax_location_invalid");
  const apiFailure = await expectRefusal(calculateTax("99999"));
  expect([apiFailure.statusCode, apiFailure.rawType]).toEqual([500, "api_error"]);
});

test("an answer that is lost after the work charges once under the same key, and a failure is repeated under it", async () => {
  const { stripe, customerWith, openInvoice, faults } = harness;
  const { customer, method } = await customerWith("4242424242424242");
  const invoice = await openInvoice(customer, 300);
  faults.add({ service: "stripe", path: "/pay", kind: "lost-answer", times: 2, when: "before" });
  const options = { idempotencyKey: "pay-once" };
  await expectRefusal(stripe.invoices.pay(invoice.id, { payment_method: method }, options));
  expect((await stripe.invoices.pay(invoice.id, { payment_method: method }, options)).status).toBe("paid");
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  faults.add({ service: "stripe", path: "/refunds", kind: "status", value: 500, times: 1, when: "after" });
  const charge = (await stripe.charges.list({ customer })).data[0]?.id ?? "";
  for (const replayed of [undefined, "true"]) {
    const error = await expectRefusal(stripe.refunds.create({ charge }, { idempotencyKey: "refund-500" }));
    expect([error.statusCode, error.headers?.["idempotent-replayed"]]).toEqual([500, replayed]);
  }
  expect((await stripe.refunds.list({ charge })).data).toHaveLength(1);
});

test("a callback is signed, tried again until it is accepted, and listed until then", async () => {
  const { stripe, store } = harness;
  store.answer(503);
  const { id } = await stripe.customers.create({});
  await stripe.customers.update(id, { name: "Renamed" });
  await expect.poll(async () => store.sentFor(id).length > 0).toBe(true);
  const pending = await stripe.events.list({ types: ["customer.updated"], delivery_success: false });
  expect(pending.data.map((event) => event.pending_webhooks)).toContain(1);
  store.answer(200);
  await expect.poll(async () => store.sentFor(id).length > 1).toBe(true);
  const lastWebhook = store.received.findLast(({ body }) => body.includes(id));
  const event = await stripe.webhooks.constructEventAsync(
    lastWebhook?.body ?? "",
    lastWebhook?.signature ?? "",
    "whsec_sandbox",
  );
  expect(event).toMatchObject({ type: "customer.updated", livemode: false, data: { object: { name: "Renamed" } } });
  await expect.poll(async () => (await stripe.events.list({ delivery_success: false })).data.length === 0).toBe(true);
});

test("callbacks can be held back, dropped, shuffled and sent twice", async () => {
  const { stripe, store, control } = harness;
  await control("/deliveries", { action: "hold" });
  const { id } = await stripe.customers.create({});
  for (const name of ["one", "two", "three"]) await stripe.customers.update(id, { name });
  expect(store.sentFor(id)).toHaveLength(0);
  expect(await control("/deliveries", { action: "shuffle", times: 2, drop: 1 })).toMatchObject({ sent: 4, dropped: 1 });
  expect(store.sentFor(id)).toHaveLength(4);
  const undelivered = await stripe.events.list({ delivery_success: false });
  expect(undelivered.data).toHaveLength(1);
});

test("everything is there again after a restart", async () => {
  const { dataDir, stripe, store, pay } = harness;
  const { customer, invoice, charge } = await pay("4242424242424242", 400);
  await stripe.customers.create({ name: "kept" }, { idempotencyKey: "kept" });
  const folder = mkdtempSync(join(tmpdir(), "stripe-fake-copy-"));
  const file = join(folder, "stripe.jsonl");
  await expect
    .poll(async () => {
      copyFileSync(join(dataDir, "stripe.jsonl"), file);
      return readFileSync(file, "utf8").includes('["key","kept"');
    })
    .toBe(true);
  const secondProvider = await startProvider(folder, store.url);
  const secondClient = secondProvider.client();
  expect((await secondClient.invoices.retrieve(invoice.id)).status).toBe("paid");
  expect((await secondClient.charges.list({ customer })).data.map(({ id }) => id)).toEqual([charge]);
  const replayedCustomer = await secondClient.customers.create({ name: "kept" }, { idempotencyKey: "kept" });
  expect(replayedCustomer.lastResponse.headers["idempotent-replayed"]).toBe("true");
  await secondProvider.stop();
  rmSync(folder, { recursive: true, force: true });
});
