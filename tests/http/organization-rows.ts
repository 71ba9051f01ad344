import { query } from "../support/database.ts";
import { createProduct, createUser, type TestUser, unique } from "../support/factories.ts";
import { sandbox } from "../support/sandbox.ts";
import type { Ids } from "../contract/calls/row.ts";

/** Ids of an organization's rows that others must not reach, and of a product in them, by their parameter names. */
export type OrganizationRows = Required<
  Omit<Ids, "request_id" | "session_id" | "shipping_rate_id" | "image_id" | "note_id" | "file_id">
> & {
  owner: TestUser;
};

const insert = async (sql: string, values: unknown[]): Promise<string> => {
  const [row] = await query<{ id: string }>(sql, values);
  if (!row) throw new Error(`no row came back from: ${sql}`);
  return row.id;
};

async function createSoldProduct(): Promise<{ id: string; serial: string }> {
  const { id, serial } = await createProduct();
  await query(`update products set is_published = true, price_levels = '{"Base Price": 125000}' where id = $1`, [id]);
  return { id, serial: serial() };
}

/** Creates a Stripe customer with a plan and a second card; returns the id of that card. */
async function createCard(org_id: string, plan_id: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const plan = { id: plan_id, metadata: {}, name: "Plan", amount: 4900, interval: "month", status: "active" };
  const plans = [{ ...plan, start: now - 86_400, period_end: now + 27 * 86_400 }];
  const customerInput = { name: unique("Customer"), email: "billing@example.test", metadata: {}, plans };
  const { id: customer }: { id: string } = await (await sandbox.post("/stripe/known-customers", customerInput)).json();
  await query("update organizations set stripe_customer_id = $1 where id = $2", [customer, org_id]);
  const cardAnswer = await sandbox.post("/stripe/payment-methods", { customer, number: "4242424242424242" });
  const { id }: { id: string } = await cardAnswer.json();
  return id;
}

/** Creates an organization with a cart, an order, an invoice, a plan, a device, a card, an approval and a quote. */
export async function createOrganizationRows(): Promise<OrganizationRows> {
  const owner = await createUser({ roles: ["org", "buyer", "user"] });
  const plan_id = `sub_${crypto.randomUUID().replaceAll("-", "")}`;
  const [product, payment_method_id] = await Promise.all([createSoldProduct(), createCard(owner.org_id, plan_id)]);
  const values = [owner.org_id, owner.id];
  const order_id = await insert(
    `insert into orders (org_id, user_id, total, shipping_data) values ($1, $2, 125000,
       '{"personal_data": {"first_name": "Ada", "last_name": "B", "phone": null, "email": "a@example.test"}, "address": null, "packages": [], "method": null}') returning id`,
    values,
  );
  const invoice_id = await insert(
    `insert into invoices (org_id, reference_id, reference_type, amount, stripe_invoice_url) values ($1, $2, 'order', 125000, 'https://pay.example.test/i/1') returning id`,
    [owner.org_id, order_id],
  );
  const subscription_id = await insert(
    `insert into subscriptions (org_id, user_id, product_id, status, amount, interval, stripe_id) values ($1, $2, $3, 'active', 4900, 'month', $4) returning id`,
    [...values, product.id, plan_id],
  );
  const cart_no = await insert(
    "insert into carts (org_id, user_id, products) values ($1, $2, jsonb_build_object($3::text, 2)) returning cart_no as id",
    [...values, product.id],
  );
  const notification_id = await insert(
    `insert into notifications (user_id, type, payload) values ($1, 'welcome', '{"first_name": "Ada", "last_name": "B"}') returning id`,
    [owner.id],
  );
  const device_id = await insert("insert into devices (org_id, product_id, serial) values ($1, $2, $3) returning id", [
    owner.org_id,
    product.id,
    product.serial,
  ]);
  const package_id = await insert(
    "insert into packages (order_id, status, tracking_id) values ($1, 'sent', 'T1') returning id",
    [order_id],
  );
  const approval_rule_id = await insert(
    `insert into approval_rules (org_id, name, is_active, min_total, approver_ids)
     values ($1, 'Large orders', false, 0, array[$2::uuid]) returning id`,
    values,
  );
  const sent_cart_id = await insert(
    "insert into carts (org_id, user_id, is_complete) values ($1, $2, true) returning id",
    values,
  );
  const approval_request_id = await insert(
    `insert into approval_requests (org_id, user_id, cart_id, total, purchase, rules, expires_at)
     values ($1, $2, $3, 125000, $4, $5, now() + interval '14 days') returning id`,
    [
      ...values,
      sent_cart_id,
      JSON.stringify({
        cart: { id: sent_cart_id, version: 1, cart_no: "C-sent" },
        goods: [{ id: product.id, name: "Device", quantity: 1, price: 125_000, subscription_term: null }],
        plans: [],
        shipping: 0,
        order_tax: 0,
        shipping_data: { address: null },
        shipping_rate_id: null,
        payment: { paid_by: { type: "card", name: "visa", last4: "4242" } },
      }),
      JSON.stringify([
        { id: approval_rule_id, name: "Large orders", mode: "any", approver_ids: [owner.id], escalate_at: null },
      ]),
    ],
  );
  const quote_id = await insert(
    `insert into quotes (org_id, user_id, status, requested, draft, version, total, expires_at)
     values ($1, $2, 'sent', $3, $4, 1, 125000, now() + interval '10 days') returning id`,
    [
      ...values,
      JSON.stringify([{ product_id: product.id, quantity: 1 }]),
      JSON.stringify({
        lines: [{ product_id: product.id, quantity: 1, price: 125_000 }],
        discount_percent: null,
        discount: null,
        shipping: 0,
        text: null,
        valid_until: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
      }),
    ],
  );
  const line = { product_id: product.id, name: "Device", sku: null, quantity: 1, price: 125_000, discount: 0 };
  await query(
    `insert into quote_versions (
       quote_id, version, lines, pieces, subtotal, discount, shipping, total, valid_until, sent_by
     ) values ($1, 1, $2, $3, 125000, 0, 0, 125000, current_date + 10, $4)`,
    [
      quote_id,
      JSON.stringify([{ ...line, total: 125_000 }]),
      JSON.stringify([{ id: product.id, quantity: 1, price: 125_000 }]),
      owner.id,
    ],
  );
  return {
    owner,
    quote_id,
    approval_rule_id,
    approval_request_id,
    user_id: owner.id,
    org_id: owner.org_id,
    product_id: product.id,
    serial_number: product.serial,
    order_id,
    invoice_id,
    subscription_id,
    cart_no,
    payment_method_id,
    device_id,
    notification_id,
    package_id,
  };
}
