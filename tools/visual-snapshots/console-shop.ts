import { Client } from "pg";
import { seedFakes } from "../../sandbox/seed/fakes.ts";
import type { WholeApp } from "../../tests/support/whole-app.ts";
import { type CustomersShop, createCustomersShop } from "./customers-shop.ts";
import { type Call, createCaller, createSession, type FindId } from "./shop-calls.ts";

export interface ConsoleShop {
  /** Token of the session of an owner. */
  session: string;
  /** Paths of links in mails. */
  links: { set_up: string; set_password: string };
  /** Account of a user with an authenticator app. */
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

/** The console of a working shop: the demo shop with ongoing work of its administrators. */
export async function createConsoleShop(app: WholeApp): Promise<ConsoleShop> {
  await seedFakes(app.sandbox);
  const client = new Client({ connectionString: app.sandbox.databaseUrl });
  await client.connect();
  try {
    const findId: FindId = async (sql, ...values) => {
      const [row] = (await client.query<{ id: string }>(sql, values)).rows;
      if (!row) throw new Error(`the demo shop has no row for: ${sql} ${values.join(", ")}`);
      return row.id;
    };
    const ids = await readIds(findId);
    const createSessionFor = async (email: string) =>
      createSession(client, await findId("select id from users where email = $1", email));
    const session = await createSessionFor("admin@cgx.test");
    const ada = createCaller(app.worker.url, session);
    const samuel = createCaller(app.worker.url, await createSessionFor("support@cgx.test"));
    await rollOut(ada, ids);
    await requestRefunds(ada, samuel, ids);
    await writeNotes(ada, samuel, ids);
    const customers = await createCustomersShop(app, findId, createSessionFor);
    const links = {
      set_up: await createLink(ada, await findId("select id from users where email = $1", "new@acme.test")),
      set_password: await createLink(ada, await findId("select id from users where email = $1", "buyer@acme.test")),
    };
    await client.query(
      "insert into totp_secrets (user_id, sealed_secret, enabled_at) select id, '\\x00', now() from users where email = $1",
      [careful.email],
    );
    return { ...ids, ...(await writeToCustomers(ada, ids)), customers, session, links, careful };
  } finally {
    await client.end();
  }
}

const careful = { email: "beta@acme.test", password: "Demo-1234!" };

const createLink = async (call: Call, user_id: string): Promise<string> => {
  const { url } = await call("POST", `/v1/admin/users/${user_id}/verification-url`, {});
  return new URL(url).pathname;
};

async function readIds(findId: FindId) {
  const orderId = (number: string) => findId("select id from orders where order_number = $1", number);
  const versionId = (name: string, number: string) =>
    findId(
      `select v.id from software_versions v join software s on s.id = v.software_id
       where s.name = $1 and v.version = $2`,
      name,
      number,
    );
  return {
    order: await orderId("O00000916"),
    refundedOrder: await orderId("O00000911"),
    shippingOrders: [await orderId("O00000912"), await orderId("O00000915"), await orderId("O00000916")],
    declinedInvoice: await findId(
      "select i.id from invoices i join orders o on o.id = i.reference_id where o.order_number = $1",
      "O00000914",
    ),
    waitingVersion: await versionId("report-kit", "1.0.0"),
    rollingVersion: await versionId("flowpoint", "5.3.0"),
    withdrawnVersion: await versionId("spectral-analysis", "2.0.0"),
    replacement: await versionId("spectral-analysis", "2.1.0"),
    organization: await findId("select id from organizations where name like 'Acme%'"),
    product: await findId("select id from products where sku = $1", "CGX-SP100"),
    owner: await findId("select id from users where email = $1", "admin@cgx.test"),
    support: await findId("select id from users where email = $1", "support@cgx.test"),
    rate: await findId("select id from shipping_rates order by price desc, id limit 1"),
  };
}
type Ids = Awaited<ReturnType<typeof readIds>>;

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

async function requestRefunds(ada: Call, samuel: Call, ids: Ids): Promise<void> {
  await ada("PUT", "/v1/admin/settings", { refund_limit: 1000_00 });
  const requestRefund = (order: string, amount: number, reason: string, reason_text: string) =>
    samuel("POST", `/v1/admin/orders/${order}/refund`, { amount, reason, reason_text });
  const rejected = await requestRefund(ids.refundedOrder, 250_00, "not_delivered", "A week later than promised");
  await ada("POST", `/v1/admin/refund-approvals/${rejected.approval_id}/reject`, { note: "Offered a voucher instead" });
  await requestRefund(ids.refundedOrder, 719_70, "damaged", "The lamp arrived broken; pictures are in the ticket");
}

async function writeNotes(ada: Call, samuel: Call, ids: Ids): Promise<void> {
  const orderSubject = { subject_type: "order", subject_id: ids.order };
  await samuel("POST", "/v1/admin/notes", {
    ...orderSubject,
    text: "Wants the lamp first. @Ada Nilsson, can it ship alone?",
  });
  await ada("PUT", "/v1/admin/assignments", { ...orderSubject, assignee_id: ids.support, due_on: "2031-05-16" });
  const invoiceSubject = { subject_type: "invoice", subject_id: ids.declinedInvoice };
  await ada("PUT", "/v1/admin/assignments", { ...invoiceSubject, assignee_id: ids.owner, due_on: "2031-05-13" });
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
