import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

/**
 * Errors reported by browsers and apps, grouped by message, release, page and browser, without the reporter's identity.
 * Daily limit of new rows; deleted 30 days after the last report.
 */
export const clientErrors = pgTable(
  "client_errors",
  {
    id: id(),
    /** SHA-256 of the grouping attributes. */
    fingerprint: text().notNull(),
    level: text({ enum: ["error", "warn"] }).notNull(),
    /** Event type such as `error`, `unhandledrejection`, `load`. */
    type: text().notNull(),
    message: text().notNull(),
    /** Build of the scripts; null if unknown. */
    release: text(),
    /** Path of the page, with `:id` for ids. */
    page: text(),
    browser: text().notNull(),
    /** Frames of the newest report with a stack. */
    stack: text(),
    /** Request of the newest report, by which its line in the log is found. */
    request_id: text(),
    count: bigint({ mode: "number" }).notNull().default(1),
    first_seen_at: createdAt(),
    last_seen_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex("client_errors_fingerprint_unique").on(table.fingerprint),
    // One index per sort order of the list.
    index("client_errors_last_seen_at").on(table.last_seen_at, table.id),
    index("client_errors_first_seen_at").on(table.first_seen_at, table.id),
    index("client_errors_count").on(table.count, table.id),
  ],
);
