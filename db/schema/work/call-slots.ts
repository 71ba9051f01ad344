import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";

/** Who may be asking a partner at this moment who bears only so many calls at once, all workers together; a killed worker loses its slot. */
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
