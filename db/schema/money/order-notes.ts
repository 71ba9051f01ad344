import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../columns.ts";
import { orders } from "./orders.ts";

export const orderNotes = pgTable(
  "order_notes",
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    org_id: uuid().notNull(),
    author_id: uuid().notNull(),
    text: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [index("order_notes_order_id").on(table.order_id, table.created_at)],
);
