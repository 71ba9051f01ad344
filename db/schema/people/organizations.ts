import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { taxExemptions } from "../../enums.ts";
import { industries } from "./industries.ts";
import { priceLevels } from "../shop/price-levels.ts";

export type Address = {
  recipient?: string | undefined;
  company?: string | undefined;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};

/** What the search of a list looks through; indexed by trigrams, and by grams for one or two letters. */
const organizationText = sql`(name || ' ' || coalesce(billing_email, '') || ' ' || coalesce(notes, ''))`;

export const organizations = pgTable(
  "organizations",
  {
    id: id(),
    name: text().notNull(),
    billing_email: text(),
    address: jsonb().$type<Address>(),
    /** A trigger takes the spelling of the industry, and creates one that nobody knows yet. */
    industry: text().references(() => industries.name, { onUpdate: "cascade" }),
    net_suite_id: text(),
    notes: text(),
    /** A trigger takes the spelling of the price level, and creates a level that nobody knows yet. */
    price_level_name: text().references(() => priceLevels.name, { onUpdate: "cascade" }),
    address_books: jsonb().$type<{ address: Address; phone: string | null }[]>().notNull().default([]),
    contact: jsonb().$type<{ email: string | null; phone: string | null }>(),
    contacts: jsonb()
      .$type<{ phone: string | null; name: string; email: string | null; role: string | null }[]>()
      .notNull()
      .default([]),
    /** The shop's own organization: the only one whose account requests may be approved with the role admin. */
    is_house: boolean().notNull().default(false),
    /** The payment provider's customer. */
    stripe_customer_id: text(),
    /** What the provider's customer says: exempt, as universities and resellers, or that the buyer accounts for the tax. */
    tax_exempt: text({ enum: taxExemptions }).notNull().default("none"),
    synchronized_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("organizations_name_unique").on(sql`lower(btrim(${table.name}))`),
    uniqueIndex("organizations_net_suite_id_unique").on(table.net_suite_id),
    uniqueIndex("organizations_stripe_customer_id_unique").on(table.stripe_customer_id),
    // One for each sort of the administrators' list; behind it what it filters by.
    index("organizations_created_at").on(table.created_at, table.id, table.price_level_name, table.industry),
    index("organizations_updated_at").on(table.updated_at, table.id, table.price_level_name, table.industry),
    index("organizations_name").on(table.name, table.id, table.price_level_name, table.industry),
    index("organizations_text").using("gin", sql`${organizationText} gin_trgm_ops`),
    // How alike a name is to one that somebody typed.
    index("organizations_name_text")
      .using("gin", sql`name gin_trgm_ops`)
      .concurrently(),
    index("organizations_grams").using("gin", sql`grams(${organizationText})`),
  ],
);
