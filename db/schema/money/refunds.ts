import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";
import { refundActions, refundStatuses } from "../../enums.ts";
import { invoices } from "./invoices.ts";
import { orderLines, orders } from "./orders.ts";

/** Money that somebody here gives back: claimed before the provider is asked, so that nothing is given back twice. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    /** What makes the same wish the same refund, however often it is sent. */
    key: text().notNull(),
    /** The wish as it was sent. */
    asked_for: text().notNull(),
    org_id: uuid().notNull(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id),
    /** Tax included, in US cents. */
    amount: bigint({ mode: "number" }).notNull(),
    /** How much of that goes to the customer's balance at the provider, from where it had paid. */
    balance_amount: bigint({ mode: "number" }).notNull().default(0),
    /** How much of it the provider has told as given, or on its way; null before it told anything. */
    given_amount: bigint({ mode: "number" }),
    action: text({ enum: refundActions }).notNull(),
    actor_id: uuid().notNull(),
    impersonator_id: uuid(),
    status: text({ enum: refundStatuses }).notNull().default("asked"),
    /** The provider's refund or, where only a balance had paid, its transaction. */
    stripe_refund_id: text(),
    /** When it is looked after whether the provider heard of it. */
    next_at: createdAt(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("refunds_key_unique").on(table.key),
    index("refunds_invoice_id").on(table.invoice_id),
    index("refunds_stripe_refund_id").on(table.stripe_refund_id),
    index("refunds_asked")
      .on(table.next_at)
      .where(sql`${table.status} = 'asked'`),
  ],
);

/** What of an order a refund gives back; a refund of an amount alone has none. */
export const refundLines = pgTable(
  "refund_lines",
  {
    id: id(),
    refund_id: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: "cascade" }),
    /** Null for the shipping. */
    line_id: uuid().references(() => orderLines.id),
    quantity: integer().notNull(),
    /** Without tax, and its share of the tax, in US cents. */
    amount: bigint({ mode: "number" }).notNull(),
    tax: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("refund_lines_refund_id").on(table.refund_id), index("refund_lines_line_id").on(table.line_id)],
);
