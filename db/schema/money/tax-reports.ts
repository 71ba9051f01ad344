import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { taxReportKinds, taxReportStatuses } from "../../enums.ts";
import { invoices } from "./invoices.ts";

export const taxReports = pgTable(
  "tax_reports",
  {
    id: id(),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id),
    kind: text({ enum: taxReportKinds }).notNull(),
    reference: text().notNull(),
    /** US cents, tax included. */
    amount: bigint({ mode: "number" }).notNull(),
    calculation_id: text(),
    transaction_id: text(),
    /** `given-up`: refused by the provider, and sent again after a day. */
    status: text({ enum: taxReportStatuses }).notNull().default("waiting"),
    tries: integer().notNull().default(0),
    next_at: createdAt(),
    lease_until: createdAt(),
    created_at: createdAt(),
    done_at: instant(),
  },
  (table) => [
    uniqueIndex("tax_reports_reference_unique").on(table.reference),
    index("tax_reports_invoice_id").on(table.invoice_id, table.kind),
    index("tax_reports_waiting")
      .on(table.next_at)
      .where(sql`${table.status} = 'waiting'`),
  ],
);
