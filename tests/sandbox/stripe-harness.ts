import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Stripe } from "stripe";
import { Calls } from "../../sandbox/fakes/calls.ts";
import { Faults } from "../../sandbox/fakes/faults.ts";
import type { SandboxEnv } from "../../sandbox/fakes/service.ts";
import { createStripe } from "../../sandbox/fakes/stripe/index.ts";
import { secretKey } from "../../sandbox/fakes/stripe/wire/keys.ts";

export const daySeconds = 86_400;

export type StripeHarness = Awaited<ReturnType<typeof startStripe>>;

/** Starts a provider with a movable clock, and a store that receives its webhooks. Stop it in afterAll. */
export async function startStripe() {
  const dataDir = mkdtempSync(join(tmpdir(), "stripe-fake-"));
  const store = await startStore();
  const provider = await startProvider(dataDir, store.url);
  const stripe = provider.client();
  const { url } = provider;

  async function control(path: string, body: unknown) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/stripe${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    const answer: Record<string, unknown> & { id: string } = JSON.parse(text);
    return answer;
  }

  /** Creates a customer with the payment method of a test card or account number. */
  async function customerWith(number: string) {
    const { id: customer } = await stripe.customers.create({ name: "Acme", email: "owner@acme.test" });
    return { customer, method: (await control("/payment-methods", { customer, number })).id };
  }

  async function openInvoice(customer: string, amount: number) {
    const draft = await stripe.invoices.create({ customer, auto_advance: false });
    await stripe.invoiceItems.create({ customer, invoice: draft.id, amount, currency: "usd", description: "Device" });
    return stripe.invoices.finalizeInvoice(draft.id);
  }

  /** Creates a customer who tries to pay an invoice with the payment method of a test number. */
  async function pay(number: string, amount: number) {
    const { customer, method } = await customerWith(number);
    const { id } = await openInvoice(customer, amount);
    const expand = ["payments.data.payment.payment_intent"];
    const invoice = await stripe.invoices.pay(id, { payment_method: method, expand });
    const { data } = await stripe.charges.list({ customer });
    return { customer, invoice, charge: data[0]?.id ?? "" };
  }

  return {
    url,
    dataDir,
    stripe,
    store,
    control,
    customerWith,
    openInvoice,
    pay,
    faults: provider.faults,
    client: provider.client,
    async stop() {
      await provider.stop();
      await store.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startProvider(dataDir: string, publicUrl: string) {
  const faults = new Faults();
  let url = "";
  const fake = createStripe({ dataDir, publicUrl, url: () => url, calls: new Calls(), faults });
  const server = await listen(fake.routes);
  url = server.url;
  const { hostname: host, port } = new URL(url);
  return {
    url,
    faults,
    client: (key = secretKey) =>
      new Stripe(key, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false }),
    async stop() {
      await fake.stop?.();
      await server.stop();
    },
  };
}

export async function expectRefusal(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

async function startStore() {
  const received: { path: string; body: string; signature: string }[] = [];
  const store = { status: 200 as 200 | 503 };
  const app = new Hono<SandboxEnv>().post("*", async (c) => {
    const signature = c.req.header("stripe-signature") ?? "";
    received.push({ path: c.req.path, body: await c.req.text(), signature });
    return c.text("", store.status);
  });
  const server = await listen(app);
  return {
    ...server,
    received,
    answer: (status: 200 | 503) => {
      store.status = status;
    },
    /** Paths below /v1/callbacks/stripe/ of received webhooks that contain `id`. */
    sentFor: (id: string) =>
      received.filter(({ body }) => body.includes(id)).map(({ path }) => path.replace("/v1/callbacks/stripe/", "")),
  };
}

async function listen(app: Hono<SandboxEnv>) {
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  // `as`: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, stop };
}
