import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

/**
 * Errors that browsers and apps reported, one row for each kind: its message, release, page and browser. Nothing says who
 * reported them. At most so many new rows a day, and each goes 30 days after it was seen last.
 */
export const clientErrors = pgTable(
  "client_errors",
  {
    id: id(),
    /** SHA-256 of what the reports of a row have in common. */
    fingerprint: text().notNull(),
    level: text({ enum: ["error", "warn"] }).notNull(),
    /** Kind of event, as `error`, `unhandledrejection`, `load`. */
    type: text().notNull(),
    message: text().notNull(),
    /** Which build of the scripts; null where the client does not say. */
    release: text(),
    /** Path of the page, with `:id` for ids. */
    page: text(),
    /** Name of the browser, or of the app. */
    browser: text().notNull(),
    /** Frames of the newest report that had some. */
    stack: text(),
    count: bigint({ mode: "number" }).notNull().default(1),
    first_seen_at: createdAt(),
    last_seen_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex("client_errors_fingerprint_unique").on(table.fingerprint),
    // One for each sort of the list.
    index("client_errors_last_seen_at").on(table.last_seen_at, table.id),
    index("client_errors_first_seen_at").on(table.first_seen_at, table.id),
    index("client_errors_count").on(table.count, table.id),
  ],
);
