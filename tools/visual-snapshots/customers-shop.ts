import type { WholeApp } from "../../tests/support/whole-app.ts";
import { type Call, caller, type IdOf } from "./shop-calls.ts";

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

/** What customers see: the demo shop with a cart of Acme and a cart that Globex has just paid. */
export async function makeCustomersShop(
  app: WholeApp,
  idOf: IdOf,
  sessionOf: (email: string) => Promise<string>,
): Promise<CustomersShop> {
  const ids = await readIds(idOf);
  const session = await sessionOf("owner@acme.test");
  const buyerSession = await sessionOf("owner@globex.test");
  const paidCart = await buyOnce(app, idOf, caller(app.worker.url, buyerSession));
  const buy = caller(app.worker.url, session);
  for (const id of [ids.product, ids.plan]) await buy("POST", `/v1/store/cart/products/${id}`, { quantity: 1 });
  return {
    ...ids,
    session,
    buyerSession,
    userSession: await sessionOf("user@acme.test"),
    onAccountSession: await sessionOf("owner@cascade.test"),
    paidCart,
  };
}

async function readIds(idOf: IdOf) {
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
  const { id: stripe_payment_method_id }: { id: string } = await made.json();
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
