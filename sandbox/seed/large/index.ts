import { Client } from "pg";
import { bulkId, levelSql, newestOrganization } from "./ids.ts";
import { salesStatements } from "./sales.ts";
import { softwareStatements } from "./software.ts";
import { licenseVersion } from "../license.ts";
import { demoPasswordHash, seedDemo } from "../demo.ts";

export const filled = [
  "notifications",
  "organizations",
  "users",
  "products",
  "devices",
  "orders",
  "order_lines",
  "subscriptions",
  "invoices",
  "payment_ledger",
  "software",
  "software_versions",
];

const organizations = `
insert into organizations (id, name, billing_email, price_level_name, address, address_books, created_at, updated_at)
select ${bulkId("organization", "n")}, 'Organization ' || n, 'billing@org-' || n || '.test', ${levelSql("n")}, address,
  jsonb_build_array(jsonb_build_object('address', address, 'phone', '+1 512 555 ' || lpad((n % 10000)::text, 4, '0'))), day, day
from generate_series(1, 1000) n,
  lateral (select timestamptz '2023-12-01Z' + n * interval '40 minutes' as day, jsonb_build_object('line1', n || ' Market Street',
    'line2', null, 'city', 'Austin', 'state', 'TX', 'postal_code', (78701 + n % 50)::text, 'country', 'US') as address) made`;

/**
 * Emails are user-<n>@org-<organization>.test. The first user of an organization manages it and buys; every third user
 * buys.
 */
const users = `
insert into users (id, org_id, email, first_name, last_name, phone, roles, password_hash, is_email_verified, agreed_version, agreed_at, created_at, updated_at)
select ${bulkId("user", "n")}, ${bulkId("organization", "1 + (n - 1) / 10")}, 'user-' || n || '@org-' || 1 + (n - 1) / 10 || '.test',
  (array['Ada', 'Ben', 'Chidi', 'Dana', 'Emil', 'Fatima', 'Goran', 'Hana', 'Ines', 'Jonas', 'Kaya'])[1 + n % 11],
  (array['Andersen', 'Bauer', 'Castro', 'Dubois', 'Eze', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jensen', 'Kaya', 'Lopez', 'Moreau'])[1 + n % 13],
  '+1 512 555 ' || lpad((n % 10000)::text, 4, '0'),
  case when n % 10 = 1 then '{org,buyer,user}' when n % 3 = 0 then '{buyer,user}' else '{user}' end::text[],
  $1, true, $2, day, day, day
from generate_series(1, 10000) n, lateral (select timestamptz '2023-12-01Z' + n * interval '4 minutes' as day) made`;

/** Of ten products seven are devices, one a monthly and one a yearly plan, and one software bought once. */
const products = `
insert into products (id, net_suite_id, sku, name, type, category, is_active, is_archived, is_published, price_levels, subscription_term,
  main_image, other_images, short_description, long_description, author, key_features, compatibility, devices, software_use_cases,
  platforms, availability, created_at, updated_at)
select ${bulkId("product", "n")}, 'NS-' || n, 'SKU-' || lpad(n::text, 5, '0'),
  (array['Precision', 'Compact', 'Field', 'Process', 'Laboratory', 'Rapid', 'Dual'])[1 + n % 7] || ' ' ||
    case when kind < 7 then (array['Spectrometer', 'Climate Sensor', 'Vibration Sensor', 'Gateway', 'Lamp', 'Fibre', 'Probe'])[1 + kind]
      when kind < 9 then 'Analysis Plan' else 'Export Plugin' end || ' ' || n,
  case when kind < 7 then 'hardware' else 'software' end,
  case when kind < 7 then (array['Spectrometers', 'Sensors', 'Sensors', 'Gateways', 'Calibration', 'Cables', 'Accessories'])[1 + kind]
    when kind < 9 then 'Analysis packages' else 'Flowpoint plugins' end,
  n % 50 <> 3, n % 40 = 7, n % 30 <> 11,
  jsonb_build_object('Base Price', base, 'Partner', base * 9 / 10, 'Education', base * 17 / 20),
  case kind when 7 then 'month' when 8 then 'year' end,
  '/products/' || (array['spectra-100', 'terra-t20', 'vibra-v3', 'gate-g4', 'wavelength-lamp', 'fibre-sma', 'spectra-inline-400',
    'spectral-analysis-month', 'spectral-analysis-year', 'lims-export'])[1 + kind] || '.svg',
  array['/products/spectra-response.svg'],
  'Number ' || n || ' of a long catalogue, made to find out how fast the store is when it is full.',
  'A product of the large data set. It has a price at every level, a picture and the usual properties, and nothing else is true of it.',
  case when kind >= 7 then 'CGX' end, array['Measures', 'Records', 'Reports'], array['Flowpoint 5.0 or newer'],
  array['Device ' || n % 40], case when kind >= 7 then array['Use case ' || n % 12] else '{}' end,
  case when kind >= 7 then array[(array['Windows', 'macOS', 'Linux', 'CGX Gate'])[1 + n % 4]] else '{}' end,
  'Ships in 2 to 3 working days', day, day
from generate_series(1, 5000) n,
  lateral (select (n - 1) % 10 as kind, 1000 + n::bigint * 7907 % 500000 as base, timestamptz '2023-12-01Z' + n * interval '8 minutes' as day) made`;

/**
 * 20 devices per organization, of which some are removed. All devices of every tenth organization are unverified
 * claims. Serial numbers are the same in every run.
 */
const devices = `
insert into devices (org_id, product_id, serial, verified_by, name, site, tags, installed_version, installed_at, is_deleted,
  created_at, updated_at)
select ${bulkId("organization", "1 + n * 7919 % 1000")}, ${bulkId("product", "1 + n % 500 * 10")}, 'BULK-' || lpad(n::text, 6, '0'),
  case when n % 10 > 0 then 'shipment' end, case when n % 3 = 0 then 'Line ' || n % 40 end,
  case when n % 4 > 0 then 'Site ' || n % 7 end, case when n % 5 = 0 then array['line ' || n % 9, 'spare'] else '{}' end,
  case when n % 2 = 0 then '1.' || n % 6 || '.0' end, case when n % 2 = 0 then day end, n % 97 = 0, day, day
from generate_series(1, 20000) n, lateral (select timestamptz '2024-01-01Z' + n * interval '20 minutes' as day) made`;

/** 20 notifications of five types per user, of which the oldest twelve are read. Ids are the same in every run. */
const notifications = `
insert into notifications (id, user_id, type, payload, read_at, created_at)
select ('01900000-0000-7009-8000-' || lpad(n::text, 12, '0'))::uuid, ${bulkId("user", "1 + n % 10000")}, told.type,
  told.payload || '{"first_name": "Ada", "last_name": "Andersen"}', case when n <= 120000 then day + interval '1 hour' end, day
from generate_series(1, 200000) n,
  lateral (select timestamptz '2024-01-01Z' + n * interval '5 minutes' as day) made,
  lateral (select (array['orderConfirmed', 'orderShipped', 'paymentFailed', 'deviceAdded', 'newSoftwareVersion'])[1 + kind] as type,
    case when kind < 3 then jsonb_build_object('order_number', 'O' || 50000000 + n)
      when kind = 3 then jsonb_build_object('device_name', 'Device ' || n % 40, 'device_serial', 'BULK-' || lpad((n % 20000)::text, 6, '0'))
      else jsonb_build_object('product', jsonb_build_object('name', 'Flowpoint'), 'version', '5.' || n % 100 || '.0') end as payload
    from (select (n / 10000 + n) % 5 as kind) picked) told`;

/**
 * 1,000 organizations, 10,000 users (password Demo-1234!), 5,000 products, 20,000 devices, 100,000 orders, 2,000
 * subscriptions, 120,000 invoices, 500 software versions and 200,000 notifications, the same in every run, and the
 * demo data. Idempotent.
 */
export async function seedLarge(databaseUrl: string): Promise<void> {
  await seedDemo(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`select 1 from organizations where id = ${newestOrganization}`);
    if (rows.length === 0) await fill(client);
  } finally {
    await client.end();
  }
}

async function fill(client: Client): Promise<void> {
  await client.query("begin");
  await client.query("set local work_mem = '64MB'");
  await client.query(organizations);
  await client.query(users, [demoPasswordHash, licenseVersion]);
  await client.query(products);
  await client.query(devices);
  await client.query(notifications);
  for (const statement of [...salesStatements, ...softwareStatements]) await client.query(statement);
  await client.query("commit");
}
