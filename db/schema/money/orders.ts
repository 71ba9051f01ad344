import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";
import { type OrderStatus, orderStatuses, paymentStatuses } from "../../enums.ts";
import { checkoutAttempts } from "../shop/carts.ts";
import type { Address } from "../people/organizations.ts";
import { organizations } from "../people/organizations.ts";

export type ShippingPackage = {
  tracking_id: string;
  tracking_link: string | null;
  freight_carrier: string | null;
  freight_service: string | null;
  serials?: string[];
  delivered_at?: string | null;
};
export type ShippingData = {
  personal_data: { first_name: string; last_name: string; phone: string | null; email: string };
  address: Address | null;
  packages: ShippingPackage[];
  method: string | null;
};

type FilterColumns = Record<"org_id" | "status" | "payment_status" | "order_number", AnyPgColumn>;
const filterColumns = (table: FilterColumns) =>
  [table.org_id, table.status, table.payment_status, table.order_number] as const;

export const orders = pgTable(
  "orders",
  {
    id: id(),
    order_number: text()
      .notNull()
      .default(sql`'O' || lpad(nextval('order_numbers')::text, 8, '0')`),
    user_id: uuid().notNull(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    attempt_id: uuid().references(() => checkoutAttempts.id),
    cart_no: text(),
    stripe_id: text(),
    stripe_bill_link: text(),
    total: bigint({ mode: "number" }).notNull(),
    shipping: bigint({ mode: "number" }).notNull().default(0),
    tax: bigint({ mode: "number" }).notNull().default(0),
    tax_calculation_id: text(),
    status: text({ enum: orderStatuses }).notNull().default("new"),
    /** First time of each status, recorded by a trigger (ADR-023). */
    status_at: jsonb().$type<Partial<Record<OrderStatus, string>>>().notNull().default({}),
    payment_status: text({ enum: paymentStatuses }).notNull().default("pending"),
    shipping_data: jsonb().$type<ShippingData>().notNull(),
    /** Carrier service of the paid shipping rate. */
    freight_service: text(),
    /**
     * Dates promised at checkout. All are null without hardware and if a product's lead time was unknown; without an
     * estimate of the carrier's days, only `ships_by` is set.
     */
    ships_by: date(),
    arrives_from: date(),
    arrives_by: date(),
    po_number: text(),
    note: text(),
    terms_version: text(),
    /** Payment terms, in days, of an order on account when it was placed; null for all other orders. */
    payment_terms_days: integer(),
    /** Price level of the lines; null if it was not recorded. */
    price_level_name: text(),
    /**
     * A free order for testing the carrier, the only kind that administrators can delete. A trigger forbids changing
     * this flag.
     */
    is_test: boolean().notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    check(
      "orders_test_is_free",
      sql`not ${table.is_test} or (${table.total} = 0 and ${table.attempt_id} is null and ${table.stripe_id} is null)`,
    ),
    index("orders_test")
      .on(table.org_id)
      .where(sql`${table.is_test}`)
      .concurrently(),
    uniqueIndex("orders_order_number_unique").on(table.order_number),
    uniqueIndex("orders_attempt_id_unique").on(table.attempt_id),
    // One index per sort order of the lists, with their filter columns, for index-only paging and counting.
    index("orders_created_at").on(table.created_at, table.id, ...filterColumns(table)),
    index("orders_updated_at").on(table.updated_at, table.id, ...filterColumns(table)),
    index("orders_total").on(table.total, table.id, ...filterColumns(table)),
    index("orders_order_number").on(table.order_number, table.id, table.org_id, table.status, table.payment_status),
    index("orders_status").on(table.status, table.id, table.org_id, table.payment_status, table.order_number),
    index("orders_payment_status").on(
      table.payment_status,
      table.created_at,
      table.id,
      table.org_id,
      table.status,
      table.order_number,
    ),
    index("orders_org_created_at").on(
      table.org_id,
      table.created_at,
      table.id,
      table.status,
      table.payment_status,
      table.order_number,
    ),
    index("orders_lower_po_number")
      .on(sql`lower(po_number)`)
      .where(sql`${table.po_number} is not null`)
      .concurrently(),
    index("orders_cart_no")
      .on(table.cart_no)
      .where(sql`${table.cart_no} is not null`)
      .concurrently(),
    index("orders_stripe_id")
      .on(table.stripe_id)
      .where(sql`${table.stripe_id} is not null`)
      .concurrently(),
    // The previous release uses this index; a later migration drops it.
    index("orders_tracking")
      .using("gin", sql`(shipping_data -> 'packages') jsonb_path_ops`)
      .concurrently(),
    // For searches of tracking numbers: the index has all tracking numbers of an order as one text, a JSON array.
    index("orders_tracking_text")
      .using("gin", sql`(upper(jsonb_path_query_array(shipping_data, '$.packages[*].tracking_id')::text)) gin_trgm_ops`)
      .concurrently(),
    index("orders_price_level_name").on(table.price_level_name, table.id).concurrently(),
    index("orders_total_created_at")
      .on(table.total, table.id, table.created_at, ...filterColumns(table))
      .concurrently(),
    index("orders_user_created_at")
      .on(table.user_id, table.created_at, table.id, ...filterColumns(table))
      .concurrently(),
    index("orders_number_text").using("gin", sql`order_number gin_trgm_ops`),
    index("orders_po_number_text")
      .using("gin", sql`po_number gin_trgm_ops`)
      .where(sql`${table.po_number} is not null`),
  ],
);

export const orderLines = pgTable(
  "order_lines",
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    product_id: uuid().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
    name: text().notNull(),
    price: bigint({ mode: "number" }).notNull(),
    tax_amount: bigint({ mode: "number" }).notNull().default(0),
    main_image: text(),
    short_description: text(),
    detailed_description: jsonb().$type<{ title: string; description: string }[]>().notNull().default([]),
    serial_number: text().array().notNull().default([]),
    /**
     * Pieces in packages, counted by a trigger on `package_lines`; a shipment older than that table counts as complete
     * (ADR-065).
     */
    shipped_quantity: integer().notNull().default(0),
    canceled_quantity: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    // A constraint, because the limit must hold when orders are packed concurrently, too.
    check("order_lines_serials_fit", sql`cardinality(${table.serial_number}) <= ${table.quantity}`),
    check(
      "order_lines_pieces_fit",
      sql`0 <= ${table.shipped_quantity} and 0 <= ${table.canceled_quantity}
        and ${table.shipped_quantity} + ${table.canceled_quantity} <= ${table.quantity}`,
    ),
    index("order_lines_order_id").on(table.order_id, table.position),
    index("order_lines_serials").using("gin", table.serial_number).concurrently(),
    // Finds the uploaded images that orders still show: the bucket retains them after the product has another image.
    index("order_lines_uploaded_images")
      .on(table.main_image)
      .where(sql`main_image like '/images/%'`)
      .concurrently(),
  ],
);
