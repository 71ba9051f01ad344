import { bigint, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

const count = () => bigint({ mode: "number" }).notNull().default(0);

/**
 * Requests by minute, route and status class, added up by all isolates (ADR-058). Minutes older than a day are added to
 * the minute of 1970, so that sums over all rows never fall.
 */
export const requestMinutes = pgTable(
  "request_minutes",
  {
    minute: instant().notNull(),
    /** Method and pattern, such as `GET /store/products/:product_id`. */
    route: text().notNull(),
    /** The first digit of the status. */
    status: smallint().notNull(),
    requests: count(),
    /**
     * Milliseconds until the answers began; `database_ms` sums the times of all statements, including concurrent ones.
     */
    ms: count(),
    database_ms: count(),
    statements: count(),
    /** Requests by duration in milliseconds; each request counts in one of these columns. */
    up_to_50: count(),
    up_to_100: count(),
    up_to_250: count(),
    up_to_500: count(),
    up_to_1000: count(),
    up_to_2500: count(),
    slower: count(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.route, table.status] })],
);
