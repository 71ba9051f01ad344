import { sql } from "drizzle-orm";
import { date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";
import { invoiceActionKinds, invoiceActionStatuses } from "../../enums.ts";
import { invoices } from "./invoices.ts";

/** Actions on open invoices, by administrators and by paying customers, claimed before the provider is called. */
export const invoiceActions = pgTable(
  "invoice_actions",
  {
    id: id(),
    /** Idempotency key: repeated requests share one action. */
    key: text().notNull(),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id, { onDelete: "cascade" }),
    org_id: uuid().notNull(),
    kind: text({ enum: invoiceActionKinds }).notNull(),
    /** Reference on the bank statement or cheque of a payment outside the provider. */
    reference: text(),
    paid_on: date(),
    /** Payment method that the paying customer chose; null: the default. */
    payment_method_id: text(),
    actor_id: uuid().notNull(),
    impersonator_id: uuid(),
    status: text({ enum: invoiceActionStatuses }).notNull().default("asked"),
    /** The provider's reason for declining a charge. */
    refusal: text(),
    /** Time of the next check whether the provider has carried out the action. */
    next_at: createdAt(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("invoice_actions_key_unique").on(table.key),
    uniqueIndex("invoice_actions_asked_unique")
      .on(table.invoice_id)
      .where(sql`${table.status} = 'asked'`),
    index("invoice_actions_invoice_id").on(table.invoice_id),
    index("invoice_actions_asked")
      .on(table.next_at)
      .where(sql`${table.status} = 'asked'`),
  ],
);
