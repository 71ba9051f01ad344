import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/**
 * Slots for the concurrent calls to an integration that limits them for all workers together; a killed worker loses its
 * slot when the lease ends.
 */
export const callSlots = pgTable(
  "call_slots",
  {
    partner: text({ enum: ["net-suite"] }).notNull(),
    slot: integer().notNull(),
    holder: uuid().notNull(),
    lease_until: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner, table.slot] })],
);
