import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";
import { refundActions, refundReasons, refundStatuses } from "../../enums.ts";
import { invoices } from "./invoices.ts";
import { orderLines, orders } from "./orders.ts";

/** Refunds, each claimed in this table before the provider is called, so that nothing is refunded twice. */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    /** Idempotency key: repeated requests share one refund. */
    key: text().notNull(),
    /** Canonical text of the request; a key that is reused for another request is refused. */
    asked_for: text().notNull(),
    org_id: uuid().notNull(),
    /** The refunded order; for a plan's invoice, the order of the plan's checkout, if there was one. */
    order_id: uuid().references(() => orders.id),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id),
    /** US cents, tax included. */
    amount: bigint({ mode: "number" }).notNull(),
    /** Part of the amount that returns to the customer's balance at the provider. */
    balance_amount: bigint({ mode: "number" }).notNull().default(0),
    /** Amount that is paid or pending at the provider; null before the provider's first answer. */
    given_amount: bigint({ mode: "number" }),
    action: text({ enum: refundActions }).notNull(),
    reason: text({ enum: refundReasons }),
    reason_text: text(),
    /** Failed refund at the provider that this refund repeats or settles. */
    failed_refund_id: text(),
    /** Reference of a refund by wire or cheque, which the provider does not know. */
    reference: text(),
    paid_on: date(),
    actor_id: uuid().notNull(),
    impersonator_id: uuid(),
    status: text({ enum: refundStatuses }).notNull().default("asked"),
    stripe_refund_id: text(),
    /** Time of the next check whether the provider knows the refund. */
    next_at: createdAt(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("refunds_key_unique").on(table.key),
    uniqueIndex("refunds_failed_refund_id_unique")
      .on(table.failed_refund_id)
      .where(sql`failed_refund_id is not null and status <> 'canceled'`)
      .concurrently(),
    index("refunds_invoice_id").on(table.invoice_id),
    index("refunds_stripe_refund_id").on(table.stripe_refund_id),
    index("refunds_asked")
      .on(table.next_at)
      .where(sql`${table.status} = 'asked'`),
  ],
);

export const refundLines = pgTable(
  "refund_lines",
  {
    id: id(),
    refund_id: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: "cascade" }),
    /** Null for shipping. */
    line_id: uuid().references(() => orderLines.id),
    quantity: integer().notNull(),
    /** US cents; `amount` is without tax. */
    amount: bigint({ mode: "number" }).notNull(),
    tax: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("refund_lines_refund_id").on(table.refund_id), index("refund_lines_line_id").on(table.line_id)],
);
