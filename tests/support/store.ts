// A buyer's actions, on the shared app or a separate one.
import { z } from "zod";
import { openSetupCheckout } from "../../worker/contract/v1/client/billing.ts";
import { addCartProduct, getCart, listShippingRates, updateCart } from "../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import { type Actor, actorsOn, type ActorOptions } from "./actors.ts";
import { openDatabase, type Query, query as sharedQuery } from "./database.ts";
import { type Factories, factoriesOn, unique } from "./factories.ts";
import { sandbox as sharedSandbox, sandboxAt } from "./sandbox.ts";
import { listUnderway, waitUntilGone } from "./settled.ts";
import type { WholeApp } from "./whole-app.ts";

/** Test numbers of the payment provider's fake. */
export const cards = {
  good: "4242424242424242",
  declines: "4000000000000341",
  asks: "4000002760003184",
  /** Succeeds while its owner is present; renewals are declined because the bank asks for a confirmation. */
  asksLater: "4000002500003155",
  bank: "us_bank_ok",
  badBank: "us_bank_fails",
} as const;

export const address = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "73301",
  country: "US",
};

type ProductFields = {
  name?: string;
  type?: "hardware" | "software";
  price_levels?: Record<string, number>;
  subscription_term?: "month" | "year" | null;
  author?: string | null;
  [column: string]: unknown;
};
export type TestProduct = { id: string; name: string };
/** A user who may buy, with the organization's customer id at the payment provider. */
export type Buyer = Actor & { org_id: string; customer: string };

const chargeSchema = z.object({
  id: z.string(),
  amount: z.number(),
  status: z.string(),
  payment_intent: z.string().nullable(),
  balance_transaction: z.unknown(),
});
const idSchema = z.object({ id: z.string() });

type ShopContext = {
  query: Query;
  factories: Factories;
  sandbox: ReturnType<typeof sandboxAt>;
  url?: string;
  is_older?: boolean;
};

export function shopOn(context: ShopContext) {
  const { sandbox } = context;
  const actors = actorsOn(context);

  /** Creates a published product, or a plan if it has a term. Prices are in cents. */
  async function createProduct(fields: ProductFields = {}): Promise<TestProduct> {
    const row = {
      name: unique("Product"),
      type: "hardware",
      price_levels: { "Base Price": 100_00 },
      is_published: true,
      author: "CGX",
      ...fields,
    };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const [createdProduct] = await context.query<TestProduct>(
      `insert into products (${columns.join(", ")}) values (${places.join(", ")}) returning id, name`,
      Object.values(row),
    );
    if (!createdProduct) throw new Error("no product was made");
    return createdProduct;
  }

  const createPlan = (fields: ProductFields = {}) =>
    createProduct({ type: "software", subscription_term: "month", price_levels: { "Base Price": 49_00 }, ...fields });

  /** Creates a buyer whose organization is a customer at the payment provider. */
  async function buyer(options: ActorOptions = {}): Promise<Buyer> {
    const actor = await actors.signedIn({ roles: ["buyer", "user"], ...options });
    (await actor.client.call(openSetupCheckout)).reply();
    const [row] = await context.query<{ customer: string }>(
      "select stripe_customer_id as customer from organizations where id = $1",
      [actor.user.org_id],
    );
    return { ...actor, org_id: actor.user.org_id, customer: row?.customer ?? "" };
  }

  async function addMethod(customer: string, number: string, expiry: { exp_month?: number; exp_year?: number } = {}) {
    const response = await sandbox.post("/stripe/payment-methods", { customer, number, ...expiry });
    return idSchema.parse(await response.json()).id;
  }

  /** Puts products into the cart and sets everything else that a checkout needs. */
  async function fillCart({ client, customer }: Buyer, products: TestProduct[], number: string = cards.good) {
    (await client.call(getCart)).reply();
    for (const { id } of products)
      (await client.call(addCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
    const rates = (await client.call(listShippingRates, { query: { country: address.country } })).reply();
    const body = {
      address: { billing: address, shipping: address },
      stripe_payment_method: { stripe_payment_method_id: await addMethod(customer, number) },
      shipping_rate_id: rates.data[0]?.id,
    };
    return (await client.call(updateCart, { body })).reply();
  }

  async function choose({ client, customer }: Buyer, number: string) {
    const stripe_payment_method_id = await addMethod(customer, number);
    return (await client.call(updateCart, { body: { stripe_payment_method: { stripe_payment_method_id } } })).reply();
  }

  async function checkout({ client }: Buyer) {
    const { updated_at } = (await client.call(getCart)).reply();
    return client.call(checkoutCart, { body: { updated_at } });
  }

  async function purchase(products: TestProduct[], number: string = cards.good) {
    const newBuyer = await buyer();
    await fillCart(newBuyer, products, number);
    const bought = (await checkout(newBuyer)).reply();
    return { ...newBuyer, bought };
  }

  const objects = async (type: string, fields: Record<string, string> = {}) =>
    z
      .array(z.looseObject({ id: z.string() }))
      .parse(
        await (await fetch(`${sandbox.url}/stripe/objects.json?${new URLSearchParams({ type, ...fields })}`)).json(),
      );

  /** Successful charges of a customer, oldest first. */
  async function charges(customer: string) {
    const all = z.array(chargeSchema).parse(await objects("charge", { customer }));
    return all.filter(({ status }) => status === "succeeded").toReversed();
  }

  /** Amounts of the refunds of a customer's first charge, in ascending order. */
  async function listRefundAmounts(customer: string): Promise<number[]> {
    const [charge] = await charges(customer);
    const refunds = await objects("refund", { charge: charge?.id ?? "" });
    return refunds.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b);
  }

  const sum = async (customer: string) => (await charges(customer)).reduce((total, { amount }) => total + amount, 0);

  /** The rows of an organization's purchases, without values that differ between runs. */
  async function books(orgId: string) {
    const selectRows = (sql: string) => context.query<Record<string, unknown>>(sql, [orgId]);
    return {
      orders: await selectRows(
        "select status, payment_status, total::int from orders where org_id = $1 order by created_at, id",
      ),
      invoices: await selectRows(
        "select reference_type, billing_reason, amount::int, payment_status, is_disputed, needs_review from invoices where org_id = $1 order by created_at, id",
      ),
      ledger: await selectRows(
        "select kind, amount_cents::int as amount from payment_ledger where org_id = $1 order by kind, amount_cents, id",
      ),
      subscriptions: await selectRows("select status from subscriptions where org_id = $1 order by created_at, id"),
      attempts: await selectRows("select status from checkout_attempts where org_id = $1 order by created_at, id"),
    };
  }

  const makeDue = () =>
    context.query(
      `with attempts as (update checkout_attempts set next_at = now() where status in ('claimed', 'pending')),
        updates as (update customer_updates set next_at = now() where tries < 3)
      update stripe_events set next_at = now() where status = 'received' and tries < 3 and lease_until <= now()`,
    );

  /** Makes pending payments and unprocessed webhooks due and runs their retry job. */
  async function sweep(): Promise<void> {
    await makeDue();
    await sandbox.runJob("sweep-payments");
  }

  /**
   * Ids of webhooks that are not delivered or processed yet, of pending payments that do not wait for their buyer, and
   * of organizations whose name or address the provider has yet to get.
   */
  async function listUnsettledIds(): Promise<string[]> {
    const underway = await listUnderway(sandbox.url);
    const rows = await context.query<{ id: string }>(
      `select id from stripe_events where status = 'received' and (tries < 3 or lease_until > now())
      union all
      select id::text from checkout_attempts
      where status in ('claimed', 'pending') and (action_url is null or canceled_at is not null)
      union all
      select org_id::text from customer_updates where tries < 3 or lease_until > now()`,
    );
    return [...underway, ...rows.map(({ id }) => id)];
  }

  /**
   * Waits until the present webhooks and pending payments, and those that follow from them, are processed. Payments
   * that wait for their buyer and webhooks that failed three times do not count.
   */
  async function settled(): Promise<void> {
    await waitUntilGone(async () => {
      await makeDue();
      await sandbox.startJob("sweep-payments");
      return listUnsettledIds();
    });
  }

  /**
   * Adds a fault to the next calls that pay an invoice. "/pay" also matches the path of payment methods, which a
   * checkout reads first, so a delay of 0 ms absorbs that call.
   */
  async function disturbPayment(fault: {
    kind: "status" | "cut" | "hang" | "lost-answer";
    times?: number;
    value?: number;
    when?: "before" | "after";
  }) {
    await sandbox.addFault({ service: "stripe", path: "/v1/payment_methods", kind: "delay", value: 0 });
    await sandbox.addFault({ service: "stripe", path: "/pay", times: 2, ...fault });
  }

  async function control(path: string, body: object): Promise<string> {
    const response = await sandbox.post(`/stripe${path}`, body);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  }

  const submit = (url: string, form: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

  return {
    ...actors,
    ...context,
    createProduct,
    createPlan,
    buyer,
    addMethod,
    fillCart,
    choose,
    checkout,
    purchase,
    objects,
    charges,
    listRefundAmounts,
    sum,
    books,
    sweep,
    settled,
    disturbPayment,
    control,
    submit,
    advance: (days: number) => control("/clock", { advance_seconds: days * 86_400 }),
  };
}

export type Shop = ReturnType<typeof shopOn>;

export function openShop({ sandbox, worker }: WholeApp): Shop {
  const query = openDatabase(sandbox.databaseUrl);
  return shopOn({ query, factories: factoriesOn(query), sandbox: sandboxAt(sandbox.url), url: worker.url });
}

/** The shop that the whole run shares, for tests that do not affect others. */
export const shop = shopOn({
  query: sharedQuery,
  factories: factoriesOn(sharedQuery),
  sandbox: sharedSandbox,
});
