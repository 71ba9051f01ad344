import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { withNameCollation, createdAt, id, instant, updatedAt } from "../../columns.ts";
import { deviceProofs, productTypes, subscriptionTerms } from "../../enums.ts";
import { organizations } from "../people/organizations.ts";

type NamedLink = { name: string; link: string };

/** Searched text; indexed by trigrams, and by the function `grams` for searches of one or two letters. */
const productText = sql`(name || ' ' || coalesce(short_description, '') || ' ' || coalesce(sku, ''))`;
const soldCondition = sql`is_active and is_published and not is_archived`;
type FilterColumns = Record<"category" | "type" | "is_active" | "is_archived" | "is_published", AnyPgColumn>;
const filterColumns = (table: FilterColumns) =>
  [table.category, table.type, table.is_active, table.is_archived, table.is_published] as const;

export const products = pgTable(
  "products",
  {
    id: id(),
    net_suite_id: text(),
    sku: text(),
    name: text().notNull(),
    type: text({ enum: productTypes }).notNull().default("hardware"),
    category: text(),
    is_active: boolean().notNull().default(true),
    is_archived: boolean().notNull().default(false),
    is_published: boolean().notNull().default(false),
    /** Null without a planned publication; after a past time, the product is published once nothing blocks it. */
    publish_at: instant(),
    /** Price in US cents by name of the price level. */
    price_levels: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** https://docs.stripe.com/tax/tax-codes; null for the default of the provider's settings. */
    tax_code: text(),
    /** One piece with its box; null while unknown. */
    weight_grams: integer(),
    /** Working days from payment to shipment; null while unknown. */
    lead_days: integer(),
    /** ISO 3166, two letters. */
    country_of_origin: text(),
    /** Harmonized System, digits only. */
    hs_code: text(),
    /** Customs value of one piece in US cents; null declares the paid price. */
    customs_value: integer(),
    /** Null for one-time products. A trigger forbids changing the term while a subscription is live. */
    subscription_term: text({ enum: subscriptionTerms }),
    /** Name shared by the terms of one plan, which the store shows as one card under this name. */
    family: text(),
    /** Position in the store's default order; ties are sorted by id. */
    position: integer().notNull().default(1_000_000),
    main_image: text(),
    other_images: text().array().notNull().default([]),
    /** Alternative texts by address of the uploaded image, copied from `product_images` to save lists a join. */
    image_texts: jsonb().$type<Record<string, string>>().notNull().default({}),
    short_description: text(),
    long_description: text(),
    detailed_description: jsonb().$type<{ title: string; description: string }[]>().notNull().default([]),
    author: text(),
    key_features: text().array().notNull().default([]),
    notes: text(),
    compatibility: text().array().notNull().default([]),
    devices: text().array().notNull().default([]),
    software_use_cases: text().array().notNull().default([]),
    platforms: text().array().notNull().default([]),
    requirements: text(),
    certifications: text(),
    format: text(),
    availability: text(),
    downloads: jsonb().$type<NamedLink[]>().notNull().default([]),
    links: jsonb().$type<NamedLink[]>().notNull().default([]),
    /** Patterns of serial numbers; worker/contract/serials/ defines the syntax. */
    patterns: text().array().notNull().default([]),
    synchronized_at: instant(),
    /** Last time that NetSuite listed the item, whether it was imported or not. */
    seen_in_net_suite_at: instant(),
    /**
     * Set when a sync archives the product, because its item in NetSuite is inactive or deleted; an active item
     * restores the product. Archiving by hand clears the flag, so that no sync restores the product; unarchiving by
     * hand leaves it.
     */
    is_retired: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("products_net_suite_id_unique").on(table.net_suite_id),
    // One index per sort order of the lists, with their filter columns, for index-only paging and counting.
    index("products_by_name")
      .on(withNameCollation(table.name), table.id, ...filterColumns(table))
      .concurrently(),
    index("products_sold_by_name")
      .on(withNameCollation(table.name), table.id, table.category, table.type)
      .where(soldCondition)
      .concurrently(),
    index("products_sku").on(table.sku, table.id, ...filterColumns(table)),
    index("products_created_at").on(table.created_at, table.id, ...filterColumns(table)),
    index("products_updated_at").on(table.updated_at, table.id, ...filterColumns(table)),
    index("products_sold_created_at").on(table.created_at, table.id, table.category, table.type).where(soldCondition),
    index("products_sold_position")
      .on(table.position, table.id, table.category, table.type, table.family)
      .where(soldCondition),
    index("products_family")
      .on(table.family, table.position, table.id)
      .where(sql`family is not null`),
    // Prices depend on the viewer's level, so no index can sort by them; this one avoids reading the rows.
    index("products_sold_price").on(table.id, table.category, table.type, table.price_levels).where(soldCondition),
    uniqueIndex("products_sku_unique")
      .on(sql`lower(sku)`)
      .where(sql`${table.sku} is not null`)
      .concurrently(),
    // Used by the release before `products_sku_unique`; a later release drops it.
    index("products_lower_sku")
      .on(sql`lower(sku)`)
      .where(sql`${table.sku} is not null`)
      .concurrently(),
    index("products_publish_at")
      .on(table.publish_at, table.id)
      .where(sql`publish_at is not null`)
      .concurrently(),
    index("products_patterned")
      .on(table.created_at, table.id)
      .where(sql`patterns <> '{}'`)
      .concurrently(),
    index("products_text").using("gin", sql`${productText} gin_trgm_ops`),
    index("products_grams").using("gin", sql`grams(${productText})`),
    index("products_devices").using("gin", table.devices),
    index("products_platforms").using("gin", table.platforms),
    index("products_use_cases").using("gin", table.software_use_cases),
  ],
);

export const devices = pgTable(
  "devices",
  {
    id: id(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    serial: text().notNull(),
    /** Null for a claim that nothing confirms. */
    verified_by: text({ enum: deviceProofs }),
    /** The organization's own name for the device. */
    name: text(),
    site: text(),
    tags: text().array().notNull().default([]),
    /** Version that the desktop app or a user reported last; null while unknown. */
    installed_version: text(),
    installed_at: instant(),
    is_deleted: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("devices_serial_unique")
      .on(sql`upper(${table.serial})`)
      .where(sql`not ${table.is_deleted}`),
    index("devices_serial_text")
      .using("gin", sql`serial gin_trgm_ops`)
      .where(sql`not is_deleted`)
      .concurrently(),
    // One index per sort order of an organization's list, with its filter and search columns.
    index("devices_created_at")
      .on(table.org_id, table.created_at, table.id, table.product_id, table.serial)
      .where(sql`not is_deleted`),
    index("devices_updated_at")
      .on(table.org_id, table.updated_at, table.id, table.product_id, table.serial)
      .where(sql`not is_deleted`),
    index("devices_serial")
      .on(table.org_id, table.serial, table.id, table.product_id)
      .where(sql`not is_deleted`),
    // For the name, site and tags of a device that is registered again after its removal.
    index("devices_removed")
      .on(table.org_id, sql`upper(${table.serial})`)
      .where(sql`is_deleted`)
      .concurrently(),
    // For the limits of an organization's unverified claims: per day, including removed claims, and in total (ADR-057).
    index("devices_claims")
      .on(table.org_id, table.created_at, sql`upper(${table.serial})`, table.is_deleted)
      .where(sql`verified_by is null`)
      .concurrently(),
    index("devices_unverified")
      .on(table.created_at, table.id)
      .where(sql`verified_by is null and not is_deleted`)
      .concurrently(),
  ],
);

/** Manufactured serial numbers; a claim of one of them is verified at once. */
export const madeSerials = pgTable(
  "made_serials",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    serial: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("made_serials_serial_unique").on(sql`upper(${table.serial})`),
    index("made_serials_text").using("gin", sql`serial gin_trgm_ops`),
    index("made_serials_created_at").on(table.created_at, table.id),
    index("made_serials_product_id").on(table.product_id, table.created_at, table.id),
  ],
);
