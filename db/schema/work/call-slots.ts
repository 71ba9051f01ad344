import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/** For an integration with a limit across all workers; a killed worker loses its slot. */
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
