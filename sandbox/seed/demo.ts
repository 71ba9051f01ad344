import { Client } from "pg";
import type { StaffPreset } from "../../db/enums.ts";
import { seedAccountOrders } from "./account-orders.ts";
import { seedApprovals } from "./approvals.ts";
import { seedCatalogue } from "./catalogue.ts";
import { seedDevices } from "./devices.ts";
import { legalTexts } from "./legal.ts";
import { licenseHtml, licenseVersion } from "./license.ts";
import { seedNotifications } from "./notifications.ts";
import { seedOrders } from "./orders.ts";
import { seedOrganizationChanges } from "./organization-changes.ts";
import { customerAge, demoOrganizations, seedOrganizations } from "./organizations.ts";
import { seedQuotes } from "./quotes.ts";
import { seedSoftware } from "./software/index.ts";
import { seedStaffWork } from "./staff-work.ts";
import { seedSubscriptions } from "./subscriptions.ts";

/** scrypt of "Demo-1234!". */
export const demoPasswordHash = "scrypt$16384$8$5$Y3J1bmNoYm94LWRlbW8tMQ$cYaADMAprpINZQLpC2LXR6XnOQvI_tXzPRxvY-Ha--E";

const { cgx, acme, globex, northwind, cascade } = demoOrganizations;

/** organization, email, first name, last name, roles, state */
const users = [
  [cgx, "admin@cgx.test", "Ada", "Nilsson", "admin,user", "active"],
  [cgx, "support@cgx.test", "Samuel", "Osei", "admin,user", "active"],
  [cgx, "warehouse@cgx.test", "Wanda", "Kowalski", "admin,user", "active"],
  [cgx, "finance@cgx.test", "Farah", "Rahimi", "admin,user", "active"],
  [cgx, "catalogue@cgx.test", "Chloé", "Dubois", "admin,user", "active"],
  [acme, "owner@acme.test", "Olivia", "Okafor", "org,user", "active"],
  [acme, "buyer@acme.test", "Ben", "Castellanos", "buyer,user", "active"],
  [acme, "user@acme.test", "Uma", "Patel", "user", "active"],
  [acme, "beta@acme.test", "Bao", "Tran", "user,beta-tester", "active"],
  [acme, "inactive@acme.test", "Ivan", "Petrov", "user", "inactive"],
  [acme, "new@acme.test", "Noor", "Haddad", "user", "new"],
  [acme, "priya@acme.test", "Priya", "Raghunathan", "org,buyer,user", "active"],
  [acme, "maximiliane@acme.test", "Maximiliane-Theodora", "Wittelsbach-Harrach", "buyer,user", "active"],
  [acme, "li.na@acme.test", "李", "娜", "user", "active"],
  [acme, "sean@acme.test", "Seán", "O’Brien", "user", "active"],
  [acme, "jose@acme.test", "José", "da Silva Sauro", "user", "active"],
  [acme, "yusuf@acme.test", "Yusuf", "Al-Amin", "buyer,user", "active"],
  [acme, "tove@acme.test", "Tove", "Ng", "user", "inactive"],
  [acme, "ravi@acme.test", "Ravi", "Menon", "user", "new"],
  [globex, "owner@globex.test", "Greta", "Lindqvist", "org,buyer,user", "active"],
  [northwind, "owner@northwind.test", "Lena", "Brandt", "org,buyer,user", "active"],
  [cascade, "owner@cascade.test", "Nadia", "Brooks", "org,user", "active"],
  [cascade, "buyer@cascade.test", "Theo", "Marchetti", "buyer,user", "active"],
] as const;

/** Presets of administrators; the default is `owner`. */
const presets: ReadonlyMap<string, StaffPreset> = new Map([
  ["support@cgx.test", "support"],
  ["warehouse@cgx.test", "warehouse"],
  ["finance@cgx.test", "finance"],
  ["catalogue@cgx.test", "catalogue"],
]);

/** email, first name, last name, organization, serial number, age of the request */
const requests = [
  ["mei.tanaka@initech.test", "Mei", "Tanaka", "Initech", "CGX-100-00042", "2 days"],
  ["carlos.ruiz@umbra.test", "Carlos", "Ruiz", "Umbra Optics", null, "19 hours"],
  ["hannah.schmidt@acme.test", "Hannah", "Schmidt", "Acme Robotics", "CGX-200-00007", "3 hours"],
  ["tomas.novak@vandelay.test", "Tomáš", "Novák", "Vandelay Industries", null, "25 minutes"],
] as const;

/** Idempotent. */
export async function seedDemo(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await seedLicense(client);
    await seedSeller(client);
    await seedOrganizations(client);
    await seedUsers(client);
    await seedOrganizationChanges(client);
    await seedRequests(client);
    await seedCatalogue(client);
    await seedDevices(client);
    await seedOrders(client);
    await seedAccountOrders(client);
    await seedApprovals(client);
    await seedQuotes(client);
    await seedSubscriptions(client);
    await seedSoftware(client);
    await seedNotifications(client);
    await seedStaffWork(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

async function seedLicense(client: Client): Promise<void> {
  await client.query("insert into license_agreements (version, html) values ($1, $2) on conflict do nothing", [
    licenseVersion,
    licenseHtml,
  ]);
  for (const { kind, version, title, html } of legalTexts)
    await client.query(
      "insert into legal_texts (kind, version, title, html) values ($1, $2, $3, $4) on conflict do nothing",
      [kind, version, title, html],
    );
}

/** Seller with the same name and address as in the imprint. */
const seller = "CGX Instruments, Inc.\n500 Sample Road\nWilmington, DE 19801\nUnited States\nTax ID 00-0000000";

const seedSeller = (client: Client) =>
  client.query(
    "insert into shop_settings (seller) values ($1) on conflict (is_only) do update set seller = coalesce(shop_settings.seller, excluded.seller)",
    [seller],
  );

async function seedUsers(client: Client): Promise<void> {
  for (const [organization, email, first, last, roles, state] of users) {
    const isSetUp = state !== "new";
    await client.query(
      `insert into users (org_id, email, first_name, last_name, roles, password_hash, is_email_verified, is_active,
         agreed_version, agreed_at, created_at, preset)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $7 then now() end, now() - $10::interval, $11)
       on conflict do nothing`,
      [
        organization.id,
        email,
        first,
        last,
        roles.split(","),
        isSetUp ? demoPasswordHash : null,
        isSetUp,
        state !== "inactive",
        isSetUp ? licenseVersion : null,
        isSetUp ? customerAge : "4 days",
        presets.get(email) ?? "owner",
      ],
    );
  }
}

async function seedRequests(client: Client): Promise<void> {
  const { rows } = await client.query("select 1 from account_requests limit 1");
  if (rows.length > 0) return;
  for (const row of requests) {
    await client.query(
      `insert into account_requests (email, first_name, last_name, org_name, serial, created_at)
       values ($1, $2, $3, $4, $5, now() - $6::interval)`,
      [...row],
    );
  }
}
