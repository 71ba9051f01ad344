import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

/**
 * Errors in browsers, grouped by level, type, message, release, page and browser, without the reporter's identity. The
 * number of new rows per day is limited.
 */
export const clientErrors = pgTable(
  "client_errors",
  {
    id: id(),
    fingerprint: text().notNull(),
    level: text({ enum: ["error", "warn"] }).notNull(),
    /** Event type such as `error`, `unhandledrejection`, `load`. */
    type: text().notNull(),
    message: text().notNull(),
    release: text(),
    /** Path of the page, with `:id` for ids. */
    page: text(),
    browser: text().notNull(),
    /** The stack of the newest report that has one. */
    stack: text(),
    /** The request of the newest report, for finding its line in the log. */
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
