import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { bookCauses, bookDifferenceKinds, bookReferenceTypes } from "../../enums.ts";

/** What one line of the books comes to in each of them, in US cents; null where that book does not know such a thing. */
export type BookTotal = {
  line: "paid" | "refunded" | "disputed";
  orders: number | null;
  ledger: number;
  provider: number;
  accounting: number | null;
};

/** What a finished comparison of the books came to; the run itself stands among the runs of the tasks. */
export const bookRuns = pgTable("book_runs", {
  run_id: uuid().primaryKey(),
  totals: jsonb().$type<BookTotal[]>().notNull(),
  /** Differences that were open after it. */
  open_differences: bigint({ mode: "number" }).notNull(),
  created_at: createdAt(),
});

/** What the payment provider and accounting say, as the last comparison read it. Signed cents. */
export const bookRecords = pgTable(
  "book_records",
  {
    side: text({ enum: ["provider", "accounting"] }).notNull(),
    object_id: text().notNull(),
    /** A kind of the ledger; of accounting the type of the record. */
    kind: text().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    currency: text().notNull(),
    /** Of a refund or a dispute. */
    charge_id: text(),
    payment_intent: text(),
    /** Of the provider, or of accounting. */
    customer: text(),
    /** Our name for it, as it stands there: the external id, or the provider's invoice. */
    external_id: text(),
    /** What of ours it names. */
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

/** Where two books disagree, once for each thing: closed by a person with a note, or by a comparison that found them to agree. */
export const bookDifferences = pgTable(
  "book_differences",
  {
    id: id(),
    kind: text({ enum: bookDifferenceKinds }).notNull(),
    reference_type: text({ enum: bookReferenceTypes }).notNull(),
    reference_id: text().notNull(),
    /** Signed US cents: what one book asks for, and what the other one has. */
    expected: bigint({ mode: "number" }).notNull(),
    found: bigint({ mode: "number" }).notNull(),
    cause: text({ enum: bookCauses }).notNull(),
    org_id: uuid(),
    invoice_id: uuid(),
    first_seen_at: createdAt(),
    last_seen_at: createdAt(),
    last_seen_run: uuid().notNull(),
    opened_again_at: instant(),
    closed_at: instant(),
    /** The person; null when the books agreed again by themselves. */
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
