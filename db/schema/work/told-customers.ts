import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";

export const toldCustomers = pgTable(
  "told_customers",
  {
    customer_id: text().primaryKey(),
    tries: integer().notNull().default(1),
    next_at: instant().notNull(),
    lease_until: instant()
      .notNull()
      .default(sql`now()`),
    created_at: createdAt(),
  },
  (table) => [index("told_customers_next_at").on(table.next_at)],
);
