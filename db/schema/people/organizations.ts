import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { withNameCollation, createdAt, id, instant, updatedAt } from "../../columns.ts";
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

const organizationText = sql`(name || ' ' || coalesce(billing_email, '') || ' ' || coalesce(notes, ''))`;

export const organizations = pgTable(
  "organizations",
  {
    id: id(),
    name: text().notNull(),
    billing_email: text(),
    address: jsonb().$type<Address>(),
    /** A trigger adopts the known spelling, or creates an unknown industry. */
    industry: text().references(() => industries.name, { onUpdate: "cascade" }),
    net_suite_id: text(),
    notes: text(),
    /** A trigger adopts the known spelling, or creates an unknown price level. */
    price_level_name: text().references(() => priceLevels.name, { onUpdate: "cascade" }),
    address_books: jsonb().$type<{ address: Address; phone: string | null }[]>().notNull().default([]),
    contact: jsonb().$type<{ email: string | null; phone: string | null }>(),
    contacts: jsonb()
      .$type<{ phone: string | null; name: string; email: string | null; role: string | null }[]>()
      .notNull()
      .default([]),
    /** The shop's own organization, the only one whose users may have the role admin. */
    is_house: boolean().notNull().default(false),
    stripe_customer_id: text(),
    /** `exempt`: universities, resellers. `reverse`: the buyer accounts for the tax. */
    tax_exempt: text({ enum: taxExemptions }).notNull().default("none"),
    is_approval_by_mail_allowed: boolean().notNull().default(true),
    /** Days until an order on account is due; null: no purchase on account. */
    payment_terms_days: integer(),
    /** US cents that may be owed on account; null: no purchase on account. */
    credit_limit: bigint({ mode: "number" }),
    is_po_number_required: boolean().notNull().default(false),
    /** Day (UTC) from which users without a second factor can do nothing but set one up; null: no rule. */
    require_second_factor_from: date(),
    /** Day of the next mail about the rule to users without a second factor; null after the last one. */
    remind_second_factor_on: date(),
    synchronized_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("organizations_name_unique").on(sql`lower(btrim(${table.name}))`),
    uniqueIndex("organizations_net_suite_id_unique").on(table.net_suite_id),
    uniqueIndex("organizations_stripe_customer_id_unique").on(table.stripe_customer_id),
    // One index per sort order of the administrators' list, with its filter columns.
    index("organizations_created_at").on(table.created_at, table.id, table.price_level_name, table.industry),
    index("organizations_updated_at").on(table.updated_at, table.id, table.price_level_name, table.industry),
    index("organizations_by_name")
      .on(withNameCollation(table.name), table.id, table.price_level_name, table.industry)
      .concurrently(),
    index("organizations_text").using("gin", sql`${organizationText} gin_trgm_ops`),
    index("organizations_name_text")
      .using("gin", sql`name gin_trgm_ops`)
      .concurrently(),
    index("organizations_remind_second_factor")
      .on(table.remind_second_factor_on)
      .where(sql`remind_second_factor_on is not null`)
      .concurrently(),
    index("organizations_grams").using("gin", sql`grams(${organizationText})`),
  ],
);
