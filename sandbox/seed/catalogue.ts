import type { Client } from "pg";
import { demoProducts } from "./products/index.ts";
import { daysAgo, insertMissing, seedId } from "./rows.ts";

const internationalService = "INTERNATIONAL_ECONOMY";
const shippingRates = [
  {
    id: seedId(201),
    country: "US",
    option: "Standard",
    price: 1500,
    days_min: 4,
    days_max: 6,
    service: "FEDEX_GROUND",
  },
  { id: seedId(202), country: "US", option: "Express", price: 4500, days_min: 1, days_max: 2, service: "FEDEX_2_DAY" },
  {
    id: seedId(203),
    country: "CA",
    option: "Standard",
    price: 2900,
    days_min: 5,
    days_max: 8,
    service: internationalService,
  },
  {
    id: seedId(204),
    country: null,
    option: "International",
    price: 6900,
    days_min: 7,
    days_max: 12,
    service: internationalService,
  },
];

/** Adds products and shipping rates, and completes products that an older seed created without content. */
export async function seedCatalogue(client: Client): Promise<void> {
  const columns = Object.keys(demoProducts[0] ?? {});
  const changes = columns.filter((name) => name !== "id").map((name) => `"${name}" = excluded."${name}"`);
  const names = columns.map((name) => `"${name}"`).join(", ");
  await client.query(
    `insert into products (${names}) select ${names} from jsonb_populate_recordset(null::products, $1)
     on conflict (id) do update set ${changes.join(", ")}
     where products.sku is null and products.net_suite_id is null and products.price_levels = '{}'`,
    [JSON.stringify(demoProducts)],
  );
  await seedPriceHistory(client);
  await insertMissing(client, "shipping_rates", shippingRates);
}

const firstPricesDays = 700;
const newPricesDays = 500;

/**
 * Backdates the price history that the trigger has just written, and adds prices of spectrometers that were 4 % lower.
 */
async function seedPriceHistory(client: Client): Promise<void> {
  const written = await client.query(
    `update price_changes set source = 'accounting', changed_at = $2
     where source = 'database' and product_id = any($1::uuid[])`,
    [demoProducts.map(({ id }) => id), daysAgo(newPricesDays)],
  );
  if (written.rowCount === 0) return;
  await client.query(
    `insert into price_changes (product_id, level, price, source, changed_at)
     select p.id, l.key, round(l.value::numeric * 0.96, -2), 'accounting', $1
     from products p cross join lateral jsonb_each_text(p.price_levels) l
     where p.category = 'Spectrometers' and p.id = any($2::uuid[])`,
    [daysAgo(firstPricesDays), demoProducts.map(({ id }) => id)],
  );
}
