import { createHash, randomBytes } from "node:crypto";
import { Client } from "pg";
import { z } from "zod";

/** A signed-in buyer of the large data set; each is of another organization. */
export interface Shopper {
  user_id: string;
  org_id: string;
  headers: Record<string, string>;
}

const address = {
  line1: "1 Main Street",
  line2: null,
  city: "Austin",
  state: "TX",
  postal_code: "73301",
  country: "US",
};
const idSchema = z.object({ id: z.string() });
const cartSchema = z.object({ updated_at: z.string() });
const ratesSchema = z.object({ data: z.array(idSchema) });

/** Signs in one buyer of each of `count` organizations. `products` are devices, which have a price at every level. */
export async function findShoppers(
  databaseUrl: string,
  count: number,
): Promise<{ shoppers: Shopper[]; products: string[] }> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const { rows: users } = await client.query<{ id: string; org_id: string }>(
      `select distinct on (org_id) id, org_id from users
       where 'buyer' = any(roles) and is_active and email like 'user-%' order by org_id, id limit $1`,
      [count],
    );
    const shoppers = await Promise.all(users.map(({ id, org_id }) => signIn(client, id, org_id)));
    const { rows: products } = await client.query<{ id: string }>(
      `select id from products where type = 'hardware' and is_active and is_published and not is_archived
       and sku like 'SKU-%' order by created_at desc limit 50`,
    );
    return { shoppers, products: products.map(({ id }) => id) };
  } finally {
    await client.end();
  }
}

async function signIn(client: Client, user_id: string, org_id: string): Promise<Shopper> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  const text = `insert into sessions (token_hash, kind, user_id, expires_at) values ($1, 'cookie', $2, now() + interval '1 day')`;
  await client.query(text, [hash, user_id]);
  return { user_id, org_id, headers: { cookie: `__Host-session=${token}`, "sec-fetch-site": "same-origin" } };
}

/** Inserts a session, without the cost of hashing a password; returns the session's token. */
export async function signInAdministrator(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const token = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(token).digest();
    const text = `insert into sessions (token_hash, kind, user_id, expires_at)
      select $1, 'cookie', id, now() + interval '1 day' from users where email = 'admin@cgx.test'`;
    await client.query(text, [hash]);
    return token;
  } finally {
    await client.end();
  }
}

export const callAs =
  (url: string, { headers }: Shopper) =>
  async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sentHeaders = body === undefined ? headers : { ...headers, "content-type": "application/json" };
    const init = { method, headers: sentHeaders, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

/** Sets the cart's addresses, payment method and shipping rate; returns the version of the cart to buy. */
export async function prepareToPay(
  urls: { url: string; sandboxUrl: string; databaseUrl: string },
  shopper: Shopper,
): Promise<{ updated_at: string }> {
  const call = callAs(urls.url, shopper);
  await call("GET", "/v1/client/billing/setup-checkout");
  const attached = await fetch(`${urls.sandboxUrl}/stripe/payment-methods`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer: await findCustomerId(urls.databaseUrl, shopper), number: "4242424242424242" }),
  });
  const method = idSchema.parse(await attached.json());
  const rates = ratesSchema.parse(await call("GET", "/v1/store/cart/shipping-rates?country=US"));
  const cart = await call("PUT", "/v1/store/cart", {
    address: { billing: address, shipping: address },
    stripe_payment_method: { stripe_payment_method_id: method.id },
    shipping_rate_id: rates.data[0]?.id,
  });
  return cartSchema.parse(cart);
}

async function findCustomerId(databaseUrl: string, { org_id }: Shopper): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, ssl: false });
  await client.connect();
  try {
    const text = "select stripe_customer_id as id from organizations where id = $1";
    return idSchema.parse((await client.query(text, [org_id])).rows[0]).id;
  } finally {
    await client.end();
  }
}
