import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../columns.ts";
import { organizations } from "./organizations.ts";

export const products = pgTable(
  "products",
  {
    id: id(),
    name: text().notNull(),
    /** Regular expressions of the serial numbers of this product. */
    patterns: text().array().notNull().default([]),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("products_name").on(table.name)],
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
    index("devices_org_id").on(table.org_id, table.created_at),
  ],
);
