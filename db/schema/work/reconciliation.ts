import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { discrepancyCauses, discrepancyKinds, discrepancyReferenceTypes } from "../../enums.ts";

/** US cents; null if the system has no such line. */
export type ReconciliationTotal = {
  line: "paid" | "refunded" | "disputed";
  orders: number | null;
  ledger: number;
  provider: number;
  accounting: number | null;
  /** The ledger's total less the source's, by reason. Runs older than this field lack it. */
  bridge?: { source: "orders" | "provider" | "accounting"; reason: string; amount: number }[];
};

/** Results of reconciliation runs; the runs themselves are in `task_runs`. */
export const bookRuns = pgTable("book_runs", {
  run_id: uuid().primaryKey(),
  totals: jsonb().$type<ReconciliationTotal[]>().notNull(),
  open_differences: bigint({ mode: "number" }).notNull(),
  created_at: createdAt(),
});

/** External records of the last run, from the payment provider and accounting. Signed cents. */
export const bookRecords = pgTable(
  "book_records",
  {
    side: text({ enum: ["provider", "accounting"] }).notNull(),
    object_id: text().notNull(),
    /** A ledger kind, or the record type in accounting. */
    kind: text().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    charge_id: text(),
    payment_intent: text(),
    customer: text(),
    /** Our external id in accounting, or the provider's invoice. */
    external_id: text(),
    /** Our ids in the record's metadata. */
    invoice_id: uuid(),
    subscription_id: uuid(),
    run_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.side, table.object_id, table.kind] }),
    index("book_records_charge_id")
      .on(table.charge_id)
      .where(sql`${table.charge_id} is not null`),
    index("book_records_external_id")
      .on(table.external_id)
      .where(sql`${table.external_id} is not null`),
  ],
);

/** Discrepancies, one per kind and subject; closed by a user with a note, or by a run that finds agreement. */
export const bookDifferences = pgTable(
  "book_differences",
  {
    id: id(),
    kind: text({ enum: discrepancyKinds }).notNull(),
    reference_type: text({ enum: discrepancyReferenceTypes }).notNull(),
    reference_id: text().notNull(),
    /** Signed US cents: expected by one system, found in the other. */
    expected: bigint({ mode: "number" }).notNull(),
    found: bigint({ mode: "number" }).notNull(),
    cause: text({ enum: discrepancyCauses }).notNull(),
    org_id: uuid(),
    invoice_id: uuid(),
    first_seen_at: createdAt(),
    last_seen_at: createdAt(),
    last_seen_run: uuid().notNull(),
    opened_again_at: instant(),
    closed_at: instant(),
    closed_by: uuid(),
    note: text(),
  },
  (table) => [
    uniqueIndex("book_differences_reference_unique").on(table.kind, table.reference_type, table.reference_id),
    index("book_differences_first_seen_at").on(table.first_seen_at, table.id, table.kind, table.closed_at),
    index("book_differences_open")
      .on(table.first_seen_at)
      .where(sql`${table.closed_at} is null`),
    index("book_differences_reference_text").using("gin", sql`reference_id gin_trgm_ops`),
  ],
);
