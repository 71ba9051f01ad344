import { Client } from "pg";

const customersSql = `
  select o.id, o.name, o.billing_email, coalesce(o.price_level_name, 'Base Price') as price_level_name, o.address
  from organizations o
  where not o.is_house and o.net_suite_id is null and o.id::text like '01900000-0000-7000-%'
  order by o.id`;
const itemsSql = `
  select p.id, coalesce(p.sku, p.name) as sku, p.name, p.type, p.is_archived, (
    select coalesce(jsonb_object_agg(key, to_char(value::numeric / 100, 'FM999999990.00')), '{}') from jsonb_each_text(p.price_levels)
  ) as prices
  from products p
  where p.net_suite_id is null and p.id::text like '01900000-0000-7000-%'
  order by p.id`;

type Address = Record<"line1" | "city" | "state" | "postal_code" | "country", string> & { line2: string | null };
type Customer = {
  id: string;
  name: string;
  billing_email: string | null;
  price_level_name: string;
  address: Address | null;
};
type Item = {
  id: string;
  sku: string;
  name: string;
  type: string;
  is_archived: boolean;
  prices: Record<string, string>;
};

/**
 * Creates the demo organizations and products in the accounting system and saves their ids, as a synchronization does.
 * Idempotent.
 */
export async function seedAccounting(databaseUrl: string, sandboxUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: organizations } = await client.query<Customer>(customersSql);
    await saveIds(client, "organizations", organizations, await postRecords(sandboxUrl, organizations.map(toCustomer)));
    const { rows: products } = await client.query<Item>(itemsSql);
    await saveIds(client, "products", products, await postRecords(sandboxUrl, products.map(toItem)));
  } finally {
    await client.end();
  }
}

const toCustomer = ({ id, name, billing_email, price_level_name, address }: Customer) => ({
  type: "customer",
  fields: {
    externalId: `organization-${id}`,
    companyName: name,
    email: billing_email,
    priceLevel: { refName: price_level_name },
    isInactive: false,
    ...(address ? { defaultAddress: toParts(address) } : {}),
  },
});

const toParts = ({ line1, line2, city, state, postal_code, country }: Address) => ({
  addr1: line1,
  ...(line2 ? { addr2: line2 } : {}),
  city,
  state,
  zip: postal_code,
  country,
});

const toItem = ({ id, sku, name, type, is_archived, prices }: Item) => ({
  type: "item",
  fields: {
    externalId: `product-${id}`,
    itemId: sku,
    displayName: name,
    itemType: type === "hardware" ? "InvtPart" : "Service",
    isInactive: is_archived,
    prices,
  },
});

export async function postRecords(sandboxUrl: string, records: object[]): Promise<string[]> {
  const response = await fetch(`${sandboxUrl}/net-suite/records`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(records),
  });
  if (!response.ok) throw new Error(`The accounting system did not take the demo data: ${await response.text()}`);
  const made: { id: string }[] = await response.json();
  return made.map(({ id }) => id);
}

async function saveIds(client: Client, table: "organizations" | "products", rows: { id: string }[], ids: string[]) {
  const pairs = rows.map(({ id }, index) => ({ id, net_suite_id: ids[index] }));
  await client.query(
    `update ${table} t set net_suite_id = p.net_suite_id, synchronized_at = now()
     from jsonb_to_recordset($1) as p(id uuid, net_suite_id text) where t.id = p.id`,
    [JSON.stringify(pairs)],
  );
}
