import { sql } from "drizzle-orm";
import { index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";
import { organizations } from "../people/organizations.ts";

/** Organizations whose name or billing email the payment provider has yet to get. */
export const customerUpdates = pgTable(
  "customer_updates",
  {
    org_id: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** Raised by each change, so that only the sent one is removed. */
    version: integer().notNull().default(1),
    tries: integer().notNull().default(0),
    next_at: instant()
      .notNull()
      .default(sql`now()`),
    lease_until: instant()
      .notNull()
      .default(sql`now()`),
    created_at: createdAt(),
  },
  (table) => [index("customer_updates_next_at").on(table.next_at)],
);
