import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { users } from "../people/users.ts";

export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    read_at: instant(),
    created_at: createdAt(),
  },
  (table) => [index("notifications_user_created_at").on(table.user_id, table.created_at)],
);
