import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { refundActions, refundApprovalStates } from "../../enums.ts";
import { invoices } from "./invoices.ts";
import { orders } from "./orders.ts";

/** Refunds that need the approval of a second person, waiting and decided ones (ADR-066). */
export const refundApprovals = pgTable(
  "refund_approvals",
  {
    id: id(),
    /** Idempotency key: repeated requests share one approval, unless it was rejected, failed or has expired. */
    key: text().notNull(),
    /** Canonical text of the request, as in `refunds`; a key that is reused for another request is refused. */
    asked_for: text().notNull(),
    org_id: uuid().notNull(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id),
    action: text({ enum: refundActions }).notNull(),
    /** Body of the call that requested the refund. */
    request: jsonb().notNull(),
    /** Failed refund at the provider that the requested refund repeats. */
    failed_refund_id: text(),
    /** US cents, tax included. */
    amount: bigint({ mode: "number" }).notNull(),
    state: text({ enum: refundApprovalStates }).notNull().default("waiting"),
    asked_by: uuid().notNull(),
    decided_by: uuid(),
    decided_at: instant(),
    /** Why the refund was rejected, or failed. */
    note: text(),
    created_at: createdAt(),
  },
  (table) => [
    index("refund_approvals_key").on(table.key),
    index("refund_approvals_order_id").on(table.order_id),
    index("refund_approvals_created_at").on(table.created_at, table.id),
    index("refund_approvals_waiting")
      .on(table.created_at)
      .where(sql`${table.state} = 'waiting'`),
  ],
);
