import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { packageStatuses } from "../../enums.ts";
import { orderLines, orders } from "./orders.ts";

export type RequestedParcel = { service: string; weight_grams: number };

export type PackageEvent = { at: string; what: string; place: string | null };

export const packages = pgTable(
  "packages",
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    status: text({ enum: packageStatuses }).notNull(),
    tracking_id: text(),
    tracking_link: text(),
    freight_carrier: text(),
    freight_service: text(),
    /** Null for a package whose label was not requested from the carrier by this shop. */
    parcel: jsonb().$type<RequestedParcel>(),
    has_label: boolean().notNull().default(false),
    /** Commercial invoice of a package that crosses a border, from the carrier. */
    has_customs_invoice: boolean().notNull().default(false),
    note: text(),
    /** Scans in the carrier's words, newest first, from the last tracking run. */
    events: jsonb().$type<PackageEvent[]>().notNull().default([]),
    lease_until: instant()
      .notNull()
      .default(sql`now()`),
    delivered_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("packages_tracking_unique")
      .on(table.order_id, sql`upper(${table.tracking_id})`)
      .where(sql`${table.status} <> 'canceled'`),
    index("packages_tracking")
      .on(sql`upper(tracking_id)`)
      .where(sql`${table.tracking_id} is not null`)
      .concurrently(),
    index("packages_order_id").on(table.order_id, table.id),
    index("packages_under_way")
      .on(table.id)
      .where(sql`${table.status} in ('asked', 'made', 'sent', 'exception')`),
  ],
);

/**
 * Content of a package. A trigger adds the pieces to `shipped_quantity` of their order line and refuses more than the
 * line still has to ship; packages of earlier releases may have no rows here (ADR-065).
 */
export const packageLines = pgTable(
  "package_lines",
  {
    id: id(),
    package_id: uuid()
      .notNull()
      .references(() => packages.id, { onDelete: "cascade" }),
    line_id: uuid()
      .notNull()
      .references(() => orderLines.id, { onDelete: "cascade" }),
    quantity: integer().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("package_lines_package_line_unique").on(table.package_id, table.line_id),
    index("package_lines_line_id").on(table.line_id),
    check("package_lines_quantity", sql`${table.quantity} > 0`),
  ],
);

/** A serial number is in one package only (M13). */
export const packageSerials = pgTable(
  "package_serials",
  {
    id: id(),
    package_id: uuid()
      .notNull()
      .references(() => packages.id),
    line_id: uuid()
      .notNull()
      .references(() => orderLines.id),
    serial: text().notNull(),
    /** Null if the organization had registered the device before. */
    device_id: uuid(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("package_serials_serial_unique").on(sql`upper(${table.serial})`),
    index("package_serials_package_id").on(table.package_id),
    index("package_serials_line_id").on(table.line_id),
  ],
);
