import type { Client } from "pg";
import type { Address } from "../../db/schema/people/organizations.ts";

type PriceLevel = "Base Price" | "Partner" | "Education";

const austin = address("2200 Riverside Drive", "Building 4, Goods-in", "Austin", "TX", "78741", "US");
const detroit = address("1 Assembly Row", null, "Detroit", "MI", "48201", "US");
const cypress = address("400 Cypress Creek Road", null, "Cypress Creek", "OR", "97441", "US");
const toronto = address("88 Queens Quay West", "Floor 12", "Toronto", "ON", "M5J 0B8", "CA");
const portland = address("730 Industrial Way", "Unit C", "Portland", "OR", "97210", "US");
const bremen = address("Am Speicher 14", null, "Bremen", "HB", "28195", "DE");

/**
 * `tax` is in hundredths of a percent; the first address is also the billing address. CGX is the shop's own
 * organization and buys nothing; Cascade Coatings buys on account.
 */
export const demoOrganizations = {
  cgx: demoOrganization("01900000-0000-7000-8000-000000000001", "CGX", "billing@cgx.test", null, 0, []),
  acme: demoOrganization("01900000-0000-7000-8000-000000000002", "Acme Robotics", "billing@acme.test", "Partner", 825, [
    { address: austin, phone: "+1 512 555 0110" },
    { address: detroit, phone: "+1 313 555 0142" },
  ]),
  globex: demoOrganization("01900000-0000-7000-8000-000000000003", "Globex", "billing@globex.test", null, 0, [
    { address: cypress, phone: "+1 541 555 0163" },
    { address: toronto, phone: "+1 416 555 0187" },
  ]),
  northwind: demoOrganization(
    "01900000-0000-7000-8000-000000000004",
    "Northwind Institute",
    "billing@northwind.test",
    "Education",
    0,
    [{ address: bremen, phone: "+49 421 555 0129" }],
  ),
  cascade: {
    ...demoOrganization("01900000-0000-7000-8000-000000000005", "Cascade Coatings", "billing@cascade.test", null, 0, [
      { address: portland, phone: "+1 503 555 0174" },
    ]),
    payment_terms_days: 30,
    credit_limit: 25_000_00,
  },
};

/** Organizations and users are older than their first order. */
export const customerAge = "14 months";

export type DemoOrganization = (typeof demoOrganizations)[keyof typeof demoOrganizations];

/** Adds organizations, and completes organizations that an older seed created without price level and addresses. */
export async function seedOrganizations(client: Client): Promise<void> {
  const rows = Object.values(demoOrganizations).map(({ price_level_name, address_books, ...rest }) => ({
    ...rest,
    price_level_name,
    address_books,
    address: address_books[0]?.address ?? null,
    is_house: rest.name === "CGX",
    contacts: rest.name === "Acme Robotics" ? acmeContacts : [],
  }));
  await client.query(
    `insert into organizations (id, name, billing_email, is_house, price_level_name, address, address_books, contacts,
       payment_terms_days, credit_limit, created_at)
     select id, name, billing_email, is_house, price_level_name, address, address_books, contacts,
       payment_terms_days, credit_limit, now() - $2::interval
     from jsonb_populate_recordset(null::organizations, $1)
     on conflict (id) do update set price_level_name = excluded.price_level_name, address = excluded.address,
       address_books = excluded.address_books
     where organizations.address is null and organizations.address_books = '[]' and not organizations.is_house`,
    [JSON.stringify(rows), customerAge],
  );
}

const acmeContacts = [
  { name: "Olivia Okafor", role: "Fleet manager", email: "owner@acme.test", phone: "+1 512 555 0111" },
  { name: "Goods-in, Building 4", role: "Takes deliveries from 7 to 15", email: null, phone: "+1 512 555 0110" },
  {
    name: "Maximiliane-Theodora Wittelsbach-Harrach",
    role: "Accounts payable",
    email: "billing@acme.test",
    phone: null,
  },
];

function demoOrganization(
  id: string,
  name: string,
  billing_email: string,
  price_level_name: PriceLevel | null,
  tax: number,
  address_books: { address: Address; phone: string }[],
) {
  return { id, name, billing_email, price_level_name, tax, address_books };
}

function address(
  line1: string,
  line2: string | null,
  city: string,
  state: string,
  postal_code: string,
  country: string,
): Address {
  return { line1, line2, city, state, postal_code, country };
}
