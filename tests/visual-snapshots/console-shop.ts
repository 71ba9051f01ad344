import { createHash, randomBytes } from "node:crypto";
import { Client } from "pg";
import { seedStandIns } from "../../sandbox/seed/stand-ins.ts";
import type { WholeApp } from "../support/whole-app.ts";

export interface ConsoleShop {
  /** Token of the session of an owner. */
  session: string;
  /** Paths of links in mails. */
  links: { set_up: string; set_password: string };
  /** Of somebody with an authenticator app. */
  careful: { email: string; password: string };
  customers: CustomersShop;
  order: string;
  declinedInvoice: string;
  refundedOrder: string;
  shippingOrders: string[];
  waitingVersion: string;
  rollingVersion: string;
  withdrawnVersion: string;
  organization: string;
  product: string;
  support: string;
  rate: string;
  broadcast: string;
  audience: string;
}

/** Rows of an owner of Acme Robotics. */
export interface CustomersShop {
  session: string;
  /** Of somebody who neither buys nor manages. */
  userSession: string;
  /** Of the owner of an organization that buys on account. */
  onAccountSession: string;
  /** Of the buyer of a cart that has just been paid. */
  buyerSession: string;
  paidCart: string;
  order: string;
  declinedOrder: string;
  receivedOrder: string;
  pendingOrder: string;
  disputedOrder: string;
  refundFailedOrder: string;
  canceledOrder: string;
  invoice: string;
  declinedInvoice: string;
  subscription: string;
  endedSubscription: string;
  colleague: string;
  notification: string;
  device: string;
  product: string;
  plan: string;
}

type Id = { id: string };

/** The console of a working shop: the demo shop with ongoing work of its administrators. */
export async function makeConsoleShop(app: WholeApp): Promise<ConsoleShop> {
  await seedStandIns(app.sandbox);
  const client = new Client({ connectionString: app.sandbox.databaseUrl });
  await client.connect();
  try {
    const idOf = async (sql: string, ...values: string[]): Promise<string> => {
      const [row] = (await client.query<Id>(sql, values)).rows;
      if (!row) throw new Error(`the demo shop has no row for: ${sql} ${values.join(", ")}`);
      return row.id;
    };
    const ids = await readIds(idOf);
    const [ada, samuel] = await Promise.all(
      ["admin@cgx.test", "support@cgx.test"].map(async (email) => {
        const session = await createSession(client, await idOf("select id from users where email = $1", email));
        return { session, call: caller(app.worker.url, session) };
      }),
    );
    if (!ada || !samuel) throw new Error("the demo shop has no administrators");
    await rollOut(ada.call, ids);
    await askForRefunds(ada.call, samuel.call, ids);
    await writeNotes(ada.call, samuel.call, ids);
    const sessionOf = async (email: string) =>
      createSession(client, await idOf("select id from users where email = $1", email));
    const customers = {
      ...(await readCustomerIds(idOf)),
      session: await sessionOf("owner@acme.test"),
      userSession: await sessionOf("user@acme.test"),
      onAccountSession: await sessionOf("owner@cascade.test"),
      buyerSession: await sessionOf("owner@globex.test"),
    };
    const paidCart = await buyOnce(app, idOf, caller(app.worker.url, customers.buyerSession));
    const links = {
      set_up: await linkFor(ada.call, await idOf("select id from users where email = $1", "new@acme.test")),
      set_password: await linkFor(ada.call, await idOf("select id from users where email = $1", "buyer@acme.test")),
    };
    await client.query(
      "insert into totp_secrets (user_id, sealed_secret, enabled_at) select id, '\\x00', now() from users where email = $1",
      [careful.email],
    );
    const buy = caller(app.worker.url, customers.session);
    for (const id of [customers.product, customers.plan])
      await buy("POST", `/v1/store/cart/products/${id}`, { quantity: 1 });
    return {
      ...ids,
      ...(await writeToCustomers(ada.call, ids)),
      customers: { ...customers, paidCart },
      session: ada.session,
      links,
      careful,
    };
  } finally {
    await client.end();
  }
}

const careful = { email: "beta@acme.test", password: "Demo-1234!" };

const linkFor = async (call: Call, user_id: string): Promise<string> => {
  const { url } = await call("POST", `/v1/admin/users/${user_id}/verification-url`, {});
  return new URL(url).pathname;
};

/** Buys two things by card; answers the number of the cart. */
async function buyOnce(app: WholeApp, idOf: IdOf, call: Call): Promise<string> {
  const { cart_no } = await call("GET", "/v1/store/cart");
  for (const name of ["CGX M12 Sensor Cable, 5 m", "Color QC, yearly"])
    await call("POST", `/v1/store/cart/products/${await idOf("select id from products where name = $1", name)}`, {
      quantity: 1,
    });
  const customer = await idOf(
    "select o.stripe_customer_id as id from organizations o join users u on u.org_id = o.id where u.email = $1",
    "owner@globex.test",
  );
  const made = await fetch(`${app.sandbox.url}/stripe/payment-methods`, {
    method: "POST",
    body: JSON.stringify({ customer, number: "4242424242424242" }),
  });
  const { id: stripe_payment_method_id }: Id = await made.json();
  const address = {
    line1: "1 Main Street",
    line2: null,
    city: "Austin",
    state: "TX",
    postal_code: "73301",
    country: "US",
  };
  await call("PUT", "/v1/store/cart", {
    address: { billing: address, shipping: address },
    stripe_payment_method: { stripe_payment_method_id },
    shipping_rate_id: await idOf("select id from shipping_rates order by price, id limit 1"),
  });
  const { updated_at } = await call("GET", "/v1/store/cart");
  await call("POST", "/v1/store/checkout/cart", { updated_at });
  return cart_no;
}

type IdOf = (sql: string, ...values: string[]) => Promise<string>;

async function readCustomerIds(idOf: IdOf) {
  const own = `org_id = (select org_id from users where email = 'owner@acme.test') and`;
  const order = (state: string) =>
    idOf(`select id from orders where ${own} ${state} order by order_number desc limit 1`);
  const product = (name: string) => idOf("select id from products where name = $1", name);
  return {
    order: await order("status = 'shipped'"),
    declinedOrder: await order("payment_status = 'declined'"),
    receivedOrder: await order("status = 'received' and payment_status = 'paid'"),
    pendingOrder: await order("payment_status = 'pending'"),
    disputedOrder: await order("payment_status = 'disputed'"),
    refundFailedOrder: await order("payment_status = 'refund_failed'"),
    canceledOrder: await order("status = 'canceled'"),
    endedSubscription: await idOf(`select id from subscriptions where ${own} status = 'canceled' order by id limit 1`),
    colleague: await idOf("select id from users where email = $1", "buyer@acme.test"),
    notification: await idOf(
      `select id from notifications where user_id = (select id from users where email = $1) and read_at is not null
       order by created_at desc, id limit 1`,
      "owner@acme.test",
    ),
    declinedInvoice: await idOf(
      `select id from invoices where ${own} payment_status = 'declined' and reference_type = 'order' limit 1`,
    ),
    invoice: await idOf(`select id from invoices where ${own} reference_type = 'order' order by created_at limit 1`),
    subscription: await idOf(`select id from subscriptions where ${own} status = 'active' order by id limit 1`),
    device: await idOf(`select id from devices where ${own} not is_deleted order by serial limit 1`),
    product: await product("CGX Spectra 200"),
    plan: await product("Color QC, yearly"),
  };
}

async function readIds(idOf: (sql: string, ...values: string[]) => Promise<string>) {
  const order = (number: string) => idOf("select id from orders where order_number = $1", number);
  const version = (name: string, number: string) =>
    idOf(
      `select v.id from software_versions v join software s on s.id = v.software_id
       where s.name = $1 and v.version = $2`,
      name,
      number,
    );
  return {
    order: await order("O00000916"),
    refundedOrder: await order("O00000911"),
    shippingOrders: [await order("O00000912"), await order("O00000915"), await order("O00000916")],
    declinedInvoice: await idOf(
      "select i.id from invoices i join orders o on o.id = i.reference_id where o.order_number = $1",
      "O00000914",
    ),
    waitingVersion: await version("report-kit", "1.0.0"),
    rollingVersion: await version("flowpoint", "5.3.0"),
    withdrawnVersion: await version("spectral-analysis", "2.0.0"),
    replacement: await version("spectral-analysis", "2.1.0"),
    organization: await idOf("select id from organizations where name like 'Acme%'"),
    product: await idOf("select id from products where sku = $1", "CGX-SP100"),
    owner: await idOf("select id from users where email = $1", "admin@cgx.test"),
    support: await idOf("select id from users where email = $1", "support@cgx.test"),
    rate: await idOf("select id from shipping_rates order by price desc, id limit 1"),
  };
}
type Ids = Awaited<ReturnType<typeof readIds>>;
type Answer = Id & Record<"approval_id" | "cart_no" | "updated_at" | "url", string>;
type Call = (method: string, path: string, body?: object) => Promise<Answer>;

async function rollOut(call: Call, ids: Ids): Promise<void> {
  const stages = `/v1/admin/versions/${ids.rollingVersion}/stage`;
  await call("POST", stages, { stage: "beta" });
  await call("POST", stages, { stage: "organizations", org_ids: [ids.organization] });
  await call("POST", stages, { stage: "percentage", percent: 20 });
  await call("POST", `/v1/admin/versions/${ids.withdrawnVersion}/withdraw`, {
    reason: "It rounds concentrations below 0.1 % to zero.",
    replacement_id: ids.replacement,
  });
}

async function askForRefunds(ada: Call, samuel: Call, ids: Ids): Promise<void> {
  await ada("PUT", "/v1/admin/settings", { refund_limit: 1000_00 });
  const ask = (order: string, amount: number, reason: string, reason_text: string) =>
    samuel("POST", `/v1/admin/orders/${order}/refund`, { amount, reason, reason_text });
  const rejected = await ask(ids.refundedOrder, 250_00, "not_delivered", "A week later than promised");
  await ada("POST", `/v1/admin/refund-approvals/${rejected.approval_id}/reject`, { note: "Offered a voucher instead" });
  await ask(ids.refundedOrder, 719_70, "damaged", "The lamp arrived broken; pictures are in the ticket");
}

async function writeNotes(ada: Call, samuel: Call, ids: Ids): Promise<void> {
  const about = { subject_type: "order", subject_id: ids.order };
  await samuel("POST", "/v1/admin/notes", { ...about, text: "Wants the lamp first. @Ada Nilsson, can it ship alone?" });
  await ada("PUT", "/v1/admin/assignments", { ...about, assignee_id: ids.support, due_on: "2031-05-16" });
  const declined = { subject_type: "invoice", subject_id: ids.declinedInvoice };
  await ada("PUT", "/v1/admin/assignments", { ...declined, assignee_id: ids.owner, due_on: "2031-05-13" });
}

async function writeToCustomers(call: Call, ids: Ids): Promise<{ broadcast: string; audience: string }> {
  const audience = { product_ids: [ids.product], roles: ["buyer", "org"] };
  const saved = await call("POST", "/v1/admin/audiences", { name: "Buyers with a Spectra 100", audience });
  await call("POST", "/v1/admin/audiences", { name: "Partners in Germany", audience: { countries: ["Germany"] } });
  const payload = { reason: "safety", subject: "Check the clamp", message: "It can **loosen**. Tighten both screws." };
  const draft = await call("POST", "/v1/admin/notifications/drafts", { type: "mustRead", payload, audience });
  await call("PUT", `/v1/admin/notifications/drafts/${draft.id}/send-at`, { send_at: "2031-05-19T09:00:00Z" });
  return { broadcast: draft.id, audience: saved.id };
}

const caller =
  (url: string, session: string): Call =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: `__Host-session=${session}`,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

async function createSession(client: Client, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await client.query(
    "insert into sessions (token_hash, kind, user_id, expires_at) values ($1, 'cookie', $2, now() + interval '7 days')",
    [createHash("sha256").update(token).digest(), userId],
  );
  return token;
}
