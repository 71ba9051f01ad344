import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { approvalModes, approvalRequestStatuses } from "../../enums.ts";
import { organizations } from "../people/organizations.ts";
import { carts, checkoutAttempts } from "../shop/carts.ts";

/** Rules for the orders of an organization that a second person must approve (ADR-079). Amounts in US cents. */
export const approvalRules = pgTable(
  "approval_rules",
  {
    id: id(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    is_active: boolean().notNull().default(true),
    /**
     * Lowest total in US cents that needs approval; null: only the budget counts. With a budget, an order needs
     * approval if it reaches this total and exceeds the budget.
     */
    min_total: bigint({ mode: "number" }),
    /** US cents that one user may order without approval in a calendar month (UTC); null: no budget. */
    monthly_budget: bigint({ mode: "number" }),
    /** Buyers whom the rule concerns; empty: all. */
    user_ids: uuid().array().notNull().default([]),
    /** Product categories that the rule concerns; empty: all. */
    categories: text().array().notNull().default([]),
    approver_ids: uuid().array().notNull(),
    mode: text({ enum: approvalModes }).notNull().default("any"),
    escalate_after_hours: integer(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("approval_rules_org_id").on(table.org_id, table.created_at)],
);

/** A rule as it was when the request was made. */
export type FrozenRule = {
  id: string;
  name: string;
  mode: (typeof approvalModes)[number];
  approver_ids: string[];
  escalate_at: string | null;
};
/**
 * `settles`: ids of the rules that this decision alone satisfies; `counts_for`: ids of the rules that need every
 * approver.
 */
export type Decision = {
  user_id: string;
  decided_at: string;
  decision: "approved" | "rejected";
  note: string | null;
  counts_for: string[];
  settles: string[];
};

/** A cart whose purchase waits for approval, frozen as it was sent (ADR-079). */
export const approvalRequests = pgTable(
  "approval_requests",
  {
    id: id(),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    user_id: uuid().notNull(),
    cart_id: uuid()
      .notNull()
      .references(() => carts.id),
    status: text({ enum: approvalRequestStatuses }).notNull().default("pending"),
    /** Incremented by every decision, so that no two decisions start from the same state. */
    version: integer().notNull().default(1),
    /** US cents, with shipping and tax. */
    total: bigint({ mode: "number" }).notNull(),
    /** `Purchase` of worker/domain/sales/checkout/purchase.ts. */
    purchase: jsonb().notNull(),
    note: text(),
    po_number: text(),
    rules: jsonb().$type<FrozenRule[]>().notNull(),
    /** Decisions so far, in this row because a concurrent decision must see them under the row's lock. */
    approvals: jsonb().$type<Decision[]>().notNull().default([]),
    attempt_id: uuid().references(() => checkoutAttempts.id),
    /** Why the request failed, or why it was canceled after its approval; null for a cancellation by the requester. */
    reason: text(),
    remind_at: instant(),
    escalate_at: instant(),
    expires_at: instant().notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("approval_requests_cart_id_unique").on(table.cart_id),
    uniqueIndex("approval_requests_attempt_id_unique").on(table.attempt_id),
    index("approval_requests_org_id").on(table.org_id, table.created_at, table.id, table.status),
    index("approval_requests_total").on(table.total, table.id, table.org_id),
    index("approval_requests_user_id")
      .on(table.user_id)
      .where(sql`${table.status} = 'pending'`),
    index("approval_requests_open")
      .on(table.expires_at)
      .where(sql`${table.status} in ('pending', 'approved')`),
  ],
);
