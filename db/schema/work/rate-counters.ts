import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/** Fixed windows; `key` is a keyed hash, so that a copy of the table reveals no addresses or accounts. */
export const rateCounters = pgTable(
  "rate_counters",
  {
    key: text().primaryKey(),
    n: integer().notNull(),
    resets_at: instant().notNull(),
  },
  (table) => [index("rate_counters_resets_at").on(table.resets_at)],
);
