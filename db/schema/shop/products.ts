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
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { productTypes, subscriptionTerms } from "../../enums.ts";
import { organizations } from "../people/organizations.ts";

type NamedLink = { name: string; link: string };

/** What the search of a list looks through; indexed by trigrams, and by grams for one or two letters. */
const productText = sql`(name || ' ' || coalesce(short_description, '') || ' ' || coalesce(sku, ''))`;
const isSold = sql`is_active and is_published and not is_archived`;
type Filtered = Record<"category" | "type" | "is_active" | "is_archived" | "is_published", AnyPgColumn>;
const filtered = (table: Filtered) =>
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
    /** Price in US cents by name of the price level. */
    price_levels: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** What it is to the tax authorities (https://docs.stripe.com/tax/tax-codes); null for what the provider's settings say. */
    tax_code: text(),
    /** Term of a plan, null for what is bought once. A trigger keeps it while a subscription to the product is live. */
    subscription_term: text({ enum: subscriptionTerms }),
    /** Name that the terms of one plan share; they are one card in the store, named like this. */
    family: text(),
    /** Place in the store's recommended order, set by hand; equal ones in the order of their ids. */
    position: integer().notNull().default(1_000_000),
    main_image: text(),
    other_images: text().array().notNull().default([]),
    /** Alternative texts of uploaded pictures by address, copied from `product_images` so that lists need no join. */
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
    /** Patterns of the serial numbers of this product (worker/contract/serials/). */
    patterns: text().array().notNull().default([]),
    synchronized_at: instant(),
    /** When the accounting system last showed the item, whether or not it could be taken over. */
    seen_in_net_suite_at: instant(),
    /** Archived because the item is inactive or gone there: it comes back with it, what was archived by hand does not. */
    is_retired: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("products_net_suite_id_unique").on(table.net_suite_id),
    // One for each sort of the lists; behind it what they filter by, so that ids are paged and counted without the rows.
    index("products_name").on(table.name, table.id, ...filtered(table)),
    index("products_sku").on(table.sku, table.id, ...filtered(table)),
    index("products_created_at").on(table.created_at, table.id, ...filtered(table)),
    index("products_updated_at").on(table.updated_at, table.id, ...filtered(table)),
    index("products_sold_created_at").on(table.created_at, table.id, table.category, table.type).where(isSold),
    index("products_sold_name").on(table.name, table.id, table.category, table.type).where(isSold),
    index("products_sold_position")
      .on(table.position, table.id, table.category, table.type, table.family)
      .where(isSold),
    // A plan's other terms, asked for each card; most products have none.
    index("products_family")
      .on(table.family, table.position, table.id)
      .where(sql`family is not null`),
    // The price depends on the level of who asks, so no index can be in its order; this one spares reading the rows.
    index("products_sold_price").on(table.id, table.category, table.type, table.price_levels).where(isSold),
    // No two products have one SKU, whatever its case.
    uniqueIndex("products_sku_unique")
      .on(sql`lower(sku)`)
      .where(sql`${table.sku} is not null`)
      .concurrently(),
    // Read by the release before `products_sku_unique`; a later release drops it.
    index("products_lower_sku")
      .on(sql`lower(sku)`)
      .where(sql`${table.sku} is not null`)
      .concurrently(),
    // A serial number is compared with the patterns of those that have any.
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

/** A device that an organization registered ("org product" on the wire). */
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
    // One for each sort of an organization's list; behind it what it filters by and searches.
    index("devices_created_at")
      .on(table.org_id, table.created_at, table.id, table.product_id, table.serial)
      .where(sql`not is_deleted`),
    index("devices_updated_at")
      .on(table.org_id, table.updated_at, table.id, table.product_id, table.serial)
      .where(sql`not is_deleted`),
    index("devices_serial")
      .on(table.org_id, table.serial, table.id, table.product_id)
      .where(sql`not is_deleted`),
  ],
);
