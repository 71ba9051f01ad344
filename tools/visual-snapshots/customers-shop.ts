import type { WholeApp } from "../../tests/support/whole-app.ts";
import { type Call, createCaller, type FindId } from "./shop-calls.ts";

/** Session tokens of customers, and ids of the rows that their screens show. */
export interface CustomersShop {
  session: string;
  /** Session of a user who neither buys nor manages. */
  userSession: string;
  /** Session of the owner of an organization that buys on account. */
  onAccountSession: string;
  /** Session of the buyer of a cart that has just been paid. */
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

/** The customers' part of the demo shop: a cart of Acme, and a cart that Globex has just paid. */
export async function createCustomersShop(
  app: WholeApp,
  findId: FindId,
  createSessionFor: (email: string) => Promise<string>,
): Promise<CustomersShop> {
  const ids = await readIds(findId);
  const session = await createSessionFor("owner@acme.test");
  const buyerSession = await createSessionFor("owner@globex.test");
  const paidCart = await buyOnce(app, findId, createCaller(app.worker.url, buyerSession));
  const callAsOwner = createCaller(app.worker.url, session);
  for (const id of [ids.product, ids.plan]) await callAsOwner("POST", `/v1/store/cart/products/${id}`, { quantity: 1 });
  return {
    ...ids,
    session,
    buyerSession,
    userSession: await createSessionFor("user@acme.test"),
    onAccountSession: await createSessionFor("owner@cascade.test"),
    paidCart,
  };
}

async function readIds(findId: FindId) {
  const ofAcme = `org_id = (select org_id from users where email = 'owner@acme.test') and`;
  const orderId = (state: string) =>
    findId(`select id from orders where ${ofAcme} ${state} order by order_number desc limit 1`);
  const productId = (name: string) => findId("select id from products where name = $1", name);
  return {
    order: await orderId("status = 'shipped'"),
    declinedOrder: await orderId("payment_status = 'declined'"),
    receivedOrder: await orderId("status = 'received' and payment_status = 'paid'"),
    pendingOrder: await orderId("payment_status = 'pending'"),
    disputedOrder: await orderId("payment_status = 'disputed'"),
    refundFailedOrder: await orderId("payment_status = 'refund_failed'"),
    canceledOrder: await orderId("status = 'canceled'"),
    endedSubscription: await findId(
      `select id from subscriptions where ${ofAcme} status = 'canceled' order by id limit 1`,
    ),
    colleague: await findId("select id from users where email = $1", "buyer@acme.test"),
    notification: await findId(
      `select id from notifications where user_id = (select id from users where email = $1) and read_at is not null
       order by created_at desc, id limit 1`,
      "owner@acme.test",
    ),
    declinedInvoice: await findId(
      `select id from invoices where ${ofAcme} payment_status = 'declined' and reference_type = 'order' limit 1`,
    ),
    invoice: await findId(
      `select id from invoices where ${ofAcme} reference_type = 'order' order by created_at limit 1`,
    ),
    subscription: await findId(`select id from subscriptions where ${ofAcme} status = 'active' order by id limit 1`),
    device: await findId(`select id from devices where ${ofAcme} not is_deleted order by serial limit 1`),
    product: await productId("CGX Spectra 200"),
    plan: await productId("Color QC, yearly"),
  };
}

/** Returns the cart's number. */
async function buyOnce(app: WholeApp, findId: FindId, call: Call): Promise<string> {
  const { cart_no } = await call("GET", "/v1/store/cart");
  for (const name of ["CGX M12 Sensor Cable, 5 m", "Color QC, yearly"])
    await call("POST", `/v1/store/cart/products/${await findId("select id from products where name = $1", name)}`, {
      quantity: 1,
    });
  const customer = await findId(
    "select o.stripe_customer_id as id from organizations o join users u on u.org_id = o.id where u.email = $1",
    "owner@globex.test",
  );
  const response = await fetch(`${app.sandbox.url}/stripe/payment-methods`, {
    method: "POST",
    body: JSON.stringify({ customer, number: "4242424242424242" }),
  });
  const { id: stripe_payment_method_id }: { id: string } = await response.json();
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
    shipping_rate_id: await findId("select id from shipping_rates order by price, id limit 1"),
  });
  const { updated_at } = await call("GET", "/v1/store/cart");
  await call("POST", "/v1/store/checkout/cart", { updated_at });
  return cart_no;
}
