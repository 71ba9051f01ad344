import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { orders } from "./orders.ts";

/** Customers' instructions for failed refunds, in their own words, one per refund. */
export const refundInstructions = pgTable(
  "refund_instructions",
  {
    /** The failed refund at the provider. */
    failed_refund_id: text().primaryKey(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    org_id: uuid().notNull(),
    message: text().notNull(),
    created_by: uuid().notNull(),
    created_at: createdAt(),
  },
  (table) => [index("refund_instructions_order_id").on(table.order_id)],
);
