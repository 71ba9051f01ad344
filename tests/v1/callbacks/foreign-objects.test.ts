import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secretKey } from "../../../sandbox/fakes/stripe/wire/keys.ts";
import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
/** A client of the Stripe account, for changes that another product or the dashboard would make. */
let account: Stripe;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  const { hostname: host, port } = new URL(app.sandbox.url);
  account = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
});
afterAll(() => app?.stop());

type StoredEvent = { type: string; status: string };
const listStoredEvents = async (ids: string[]): Promise<StoredEvent[]> => {
  await shop.settled();
  return shop.query<StoredEvent>("select type, status from stripe_events where object_id = any($1) order by type", [
    ids,
  ]);
};
const listStatuses = async (ids: string[]) => [...new Set((await listStoredEvents(ids)).map(({ status }) => status))];

async function createPaidInvoice(customer: string, metadata: Record<string, string> = {}) {
  const method = await shop.addMethod(customer, cards.good);
  const { id } = await account.invoices.create({ customer, auto_advance: false, metadata });
  await account.invoiceItems.create({ customer, invoice: id, amount: 700, currency: "usd", description: "Elsewhere" });
  await account.invoices.finalizeInvoice(id);
  await account.invoices.pay(id, { payment_method: method });
  const { data } = await account.charges.list({ customer });
  return { id, charge: data[0]?.id ?? "" };
}

describe("callbacks about what another product of the account sold", () => {
  test("are closed at once: its invoices, refunds, disputes and customers", async () => {
    const { id: customer } = await account.customers.create({ name: "Elsewhere", email: uniqueEmail() });
    const { id, charge } = await createPaidInvoice(customer, { order_id: "4711", attempt_id: "not-one-of-ours" });
    await shop.control("/refunds", { charge, amount: 100 });
    await shop.control("/disputes", { charge, stage: "created" });
    await account.customers.update(customer, { name: "Elsewhere Ltd" });
    const events = await listStoredEvents([customer, id, charge]);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        "charge.dispute.created",
        "charge.refunded",
        "customer.updated",
        "invoice.paid",
        "invoice.payment_succeeded",
        "invoice_payment.paid",
      ]),
    );
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(["ignored"]));
  });
});

describe("callbacks about what is left of a refused purchase", () => {
  test.each([
    ["a device", () => shop.createProduct()],
    ["a plan", () => shop.createPlan()],
  ])("of %s are closed at once", async (_, create) => {
    const buyer = await shop.buyer();
    await shop.control("/deliveries", { action: "hold" });
    await shop.fillCart(buyer, [await create()], cards.declines);
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
    await shop.control("/deliveries", { action: "release" });
    const objectLists = ["invoice", "subscription"].map((type) => shop.objects(type, { customer: buyer.customer }));
    const ids = (await Promise.all(objectLists)).flat().map(({ id }) => id);
    expect(ids).not.toEqual([]);
    expect(await listStatuses(ids)).toEqual(["ignored"]);
  });

  test("stay when money was taken all the same, and after 72 hours somebody is told", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
    await shop.checkout(buyer);
    const [attempt] = await shop.query<{ id: string }>("select id from checkout_attempts where org_id = $1", [
      buyer.org_id,
    ]);
    const { id } = await createPaidInvoice(buyer.customer, { attempt_id: attempt?.id ?? "" });
    expect(await listStoredEvents([id])).toEqual([
      { type: "invoice.paid", status: "received" },
      { type: "invoice.payment_succeeded", status: "received" },
      { type: "invoice_payment.paid", status: "received" },
    ]);
    await shop.query(
      "update stripe_events set received_at = now() - interval '72 hours 1 second', next_at = now() where object_id = $1",
      [id],
    );
    await shop.sandbox.runJob("sweep-payments");
    expect(await listStatuses([id])).toEqual(["given-up"]);
    expect(app.lines.filter((line) => line.includes("given up after 72 hours"))).toHaveLength(3);
    const metrics = await (await createClient({ url: app.worker.url }).fetch("/metrics")).text();
    expect(metrics).toMatch(/^crunchbox_webhooks_given_up \d+$/m);
  });
});

test("a callback about a customer of ours that names nothing that we know is asked for again", async () => {
  const buyer = await shop.buyer();
  const { id } = await createPaidInvoice(buyer.customer);
  expect(await listStatuses([id])).toEqual(["received"]);
});

describe("when somebody changes the customer at the provider", () => {
  const findBillingEmail = async (orgId: string) =>
    (await shop.query<{ email: string }>("select billing_email as email from organizations where id = $1", [orgId]))[0]
      ?.email;

  test("the organization's billing email follows, with an audit row, however often it is told", async () => {
    const [buyer, other] = [await shop.buyer(), await shop.buyer()];
    const otherEmail = await findBillingEmail(other.org_id);
    const email = uniqueEmail();
    await account.customers.update(buyer.customer, { email: email.toUpperCase() });
    expect(await listStatuses([buyer.customer])).toEqual(["processed"]);
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await shop.settled();
    expect([await findBillingEmail(buyer.org_id), await findBillingEmail(other.org_id)]).toEqual([email, otherEmail]);
    const rows = await shop.query(
      "select actor_kind, subject_type from audit_log where action = 'followCustomer' and org_id = $1",
      [buyer.org_id],
    );
    expect(rows).toEqual([{ actor_kind: "system", subject_type: "organization" }]);
  });

  test("a billing email that the organization removed does not come back with another change", async () => {
    const buyer = await shop.buyer();
    await shop.query("update organizations set billing_email = null where id = $1", [buyer.org_id]);
    await account.customers.update(buyer.customer, { tax_exempt: "exempt" });
    expect(await listStatuses([buyer.customer])).toEqual(["processed"]);
    expect(
      await shop.query("select billing_email, tax_exempt from organizations where id = $1", [buyer.org_id]),
    ).toEqual([{ billing_email: null, tax_exempt: "exempt" }]);
  });

  test("the billing email does not follow while the organization's new one has yet to reach the provider", async () => {
    const [buyer, billing_email] = [await shop.buyer({ roles: ["org", "buyer", "user"] }), uniqueEmail()];
    const text = encodeURIComponent(billing_email);
    await shop.sandbox.addFault({ service: "stripe", kind: "status", value: 500, text, times: 20 });
    (await buyer.client.call(updateOwnOrganization, { body: { billing_email } })).reply();
    await account.customers.update(buyer.customer, { tax_exempt: "exempt" });
    expect(await listStatuses([buyer.customer])).toEqual(["processed"]);
    expect(
      await shop.query("select billing_email, tax_exempt from organizations where id = $1", [buyer.org_id]),
    ).toEqual([{ billing_email, tax_exempt: "exempt" }]);
  });

  test("an address that is none, or the name, changes nothing here", async () => {
    const buyer = await shop.buyer();
    const rowsBefore = await shop.query("select name, billing_email, updated_at from organizations where id = $1", [
      buyer.org_id,
    ]);
    await account.customers.update(buyer.customer, { email: "", name: "Renamed" });
    await account.customers.update(buyer.customer, { email: "nobody" });
    expect(await listStatuses([buyer.customer])).toEqual(["processed"]);
    expect(
      await shop.query("select name, billing_email, updated_at from organizations where id = $1", [buyer.org_id]),
    ).toEqual(rowsBefore);
  });

  test("a customer that was just made for an organization waits until the organization knows it", async () => {
    const { user } = await shop.signedIn({ roles: ["buyer", "user"] });
    const [email, metadata] = [uniqueEmail(), { org_id: user.org_id }];
    const { id } = await account.customers.create({ name: "New", email, metadata });
    await account.customers.update(id, { name: "Newer" });
    expect(await listStatuses([id])).toEqual(["received"]);
    await shop.query("update organizations set stripe_customer_id = $1 where id = $2", [id, user.org_id]);
    await shop.query("update stripe_events set next_at = now() where object_id = $1", [id]);
    await shop.sandbox.runJob("sweep-payments");
    expect([await listStatuses([id]), await findBillingEmail(user.org_id)]).toEqual([["processed"], email]);
  });
});
