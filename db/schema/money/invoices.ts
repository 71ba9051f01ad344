// The file is long because it is one table with the indexes of its many lists.
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { billingReasons, invoiceClosings, ledgerKinds, paymentStatuses, referenceTypes } from "../../enums.ts";
import { type Address, organizations } from "../people/organizations.ts";

export type InvoiceProduct = { id: string; name: string; price: number; quantity: number; tax_amount: number | null };

/**
 * A refund as the provider reports it. `amount` in US cents; `since` is the time of the first report. Rows older than
 * `failure_reason` lack it.
 */
export type RequestedRefund = {
  id: string;
  amount: number;
  is_pending: boolean;
  since: string;
  failure_reason?: string | null;
};

/** A charge at the provider, successful or not. US cents. */
export type PaymentTry = {
  id: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
  at: string;
  method: { type: "card" | "us_bank_account"; name: string | null; last4: string } | null;
  /** The provider's decline code. */
  decline: string | null;
};
/** `amount` in US cents; `due_by` is the deadline for evidence. */
export type InvoiceDispute = {
  id: string;
  amount: number;
  status: string;
  reason: string;
  is_open: boolean;
  due_by: string | null;
};

type FilterColumns = Record<"org_id" | "payment_status" | "stripe_invoice_no", AnyPgColumn>;
const filterColumns = (table: FilterColumns) => [table.org_id, table.payment_status, table.stripe_invoice_no] as const;

export const invoices = pgTable(
  "invoices",
  {
    id: id(),
    reference_id: uuid().notNull(),
    reference_type: text({ enum: referenceTypes }).notNull(),
    /** Start of the billing period; constant for orders. */
    period_start: instant()
      .notNull()
      .default(sql`'epoch'`),
    billing_reason: text({ enum: billingReasons }).notNull().default("manual"),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    amount: bigint({ mode: "number" }).notNull(),
    shipping: bigint({ mode: "number" }).notNull().default(0),
    tax: bigint({ mode: "number" }).notNull().default(0),
    /** Null for sales without a tax calculation. */
    tax_address: jsonb().$type<Address>(),
    /** Null without a tax calculation, and for an invoice whose calculation covers several invoices. */
    tax_calculation_id: text(),
    products: jsonb().$type<InvoiceProduct[]>().notNull().default([]),
    /** US cents that a credit note deducted from the open invoice, and that are no longer owed. */
    credited_amount: bigint({ mode: "number" }).notNull().default(0),
    /** US cents of the customer's balance that pay a part of the unpaid invoice; negative if it collects a debt. */
    applied_balance: bigint({ mode: "number" }).notNull().default(0),
    payment_status: text({ enum: paymentStatuses }).notNull().default("pending"),
    /**
     * An administrator must decide: the paid amount differs from the owed one, the payment of a canceled order arrived,
     * or the refund of an ended plan failed.
     */
    needs_review: boolean().notNull().default(false),
    /** US cents that were received and that an administrator found right, although they differ from what was owed. */
    reviewed_amount: bigint({ mode: "number" }),
    has_failed: boolean().notNull().default(false),
    is_disputed: boolean().notNull().default(false),
    closed_as: text({ enum: invoiceClosings }),
    closed_at: instant(),
    /** A bank debit is under way, and the bank has not answered yet. */
    is_processing: boolean().notNull().default(false),
    tries: jsonb().$type<PaymentTry[]>().notNull().default([]),
    disputes: jsonb().$type<InvoiceDispute[]>().notNull().default([]),
    /** Time of the last reminder, by an administrator or by the job for invoices on account. */
    reminder_sent_at: instant(),
    /** Includes pending refunds, which are not in the ledger yet. */
    refunds: jsonb().$type<RequestedRefund[]>().notNull().default([]),
    /**
     * Incremented by every claim of a refund and every request for approval, so that no two start from the same sums.
     */
    refund_seq: bigint({ mode: "number" }).notNull().default(0),
    /** Start of the bank's wait for the buyer's confirmation. */
    needs_action_at: instant(),
    reminded_at: instant(),
    next_attempt_at: instant(),
    checked_at: instant(),
    stripe_payment_id: text(),
    stripe_invoice_id: text(),
    stripe_invoice_url: text(),
    stripe_invoice_no: text(),
    tracking_number: text(),
    tracking_url: text(),
    cart_no: text(),
    po_number: text(),
    note: text(),
    /** Last day, by the shop's calendar, on which an order on account is paid in time; null for all others. */
    due_on: date(),
    /** Day of the next reminder about an invoice on account; null after the last one. */
    remind_on: date(),
    net_suite_id: bigint({ mode: "number" }),
    is_net_suite_sync_needed: boolean().notNull().default(false),
    applied_seq: bigint({ mode: "number" }).notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("invoices_reference_period_unique").on(table.reference_type, table.reference_id, table.period_start),
    uniqueIndex("invoices_stripe_invoice_id_unique").on(table.stripe_invoice_id),
    index("invoices_stripe_payment_id").on(table.stripe_payment_id),
    // One index per sort order of the lists, with their filter columns, for index-only paging and counting.
    index("invoices_created_at").on(table.created_at, table.id, ...filterColumns(table)),
    index("invoices_updated_at").on(table.updated_at, table.id, ...filterColumns(table)),
    index("invoices_amount").on(table.amount, table.id, ...filterColumns(table)),
    index("invoices_payment_status_id").on(table.payment_status, table.id, table.org_id, table.stripe_invoice_no),
    index("invoices_payment_status").on(
      table.payment_status,
      table.created_at,
      table.id,
      table.org_id,
      table.stripe_invoice_no,
    ),
    index("invoices_org_created_at").on(
      table.org_id,
      table.created_at,
      table.id,
      table.payment_status,
      table.stripe_invoice_no,
    ),
    // For lists filtered by day and sorted by amount.
    index("invoices_amount_created_at")
      .on(table.amount, table.id, table.created_at, ...filterColumns(table))
      .concurrently(),
    index("invoices_sync_needed")
      .on(table.id)
      .where(sql`is_net_suite_sync_needed`)
      .concurrently(),
    // For invoices that accounting lacks, because their export is due or they were refunded before their export:
    // index-only counting, sums and paging by amount.
    index("invoices_not_exported")
      .on(table.amount, table.id, table.payment_status)
      .where(sql`${table.net_suite_id} is null`)
      .concurrently(),
    index("invoices_number_text").using("gin", sql`(coalesce(stripe_invoice_no, '')) gin_trgm_ops`),
    // For the amount that an organization owes on account, and its overdue invoices.
    index("invoices_on_account")
      .on(table.org_id, table.due_on, table.id, table.amount)
      .where(sql`due_on is not null and closed_as is null and payment_status in ('pending', 'declined')`)
      .concurrently(),
    index("invoices_remind_on")
      .on(table.remind_on)
      .where(sql`remind_on is not null`)
      .concurrently(),
    index("invoices_to_review")
      .on(table.created_at, table.id)
      .where(sql`needs_review`)
      .concurrently(),
    index("invoices_unsettled")
      .on(table.payment_status, table.amount)
      .where(sql`payment_status in ('pending', 'declined', 'disputed', 'refund_failed')`)
      .concurrently(),
    index("invoices_lower_number")
      .on(sql`lower(stripe_invoice_no)`)
      .where(sql`${table.stripe_invoice_no} is not null`)
      .concurrently(),
    index("invoices_lower_po_number")
      .on(sql`lower(po_number)`)
      .where(sql`${table.po_number} is not null`)
      .concurrently(),
    index("invoices_net_suite_id")
      .on(table.net_suite_id)
      .where(sql`${table.net_suite_id} is not null`)
      .concurrently(),
    index("invoices_tax_state")
      .on(sql`(coalesce(tax_address ->> 'state', ''))`, table.id)
      .concurrently(),
    index("invoices_po_number_text")
      .using("gin", sql`po_number gin_trgm_ops`)
      .where(sql`${table.po_number} is not null`)
      .concurrently(),
  ],
);

/** Append-only record of all movements of money; payment statuses derive from it (M4). Signed US cents. */
export const paymentLedger = pgTable(
  "payment_ledger",
  {
    id: id(),
    invoice_id: uuid()
      .notNull()
      .references(() => invoices.id),
    org_id: uuid().notNull(),
    stripe_object_id: text().notNull(),
    kind: text({ enum: ledgerKinds }).notNull(),
    amount_cents: bigint({ mode: "number" }).notNull(),
    /** When the money moved, by the provider's clock; for movements outside the provider, when they were recorded. */
    booked_at: createdAt(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("payment_ledger_object_kind_unique").on(table.stripe_object_id, table.kind),
    index("payment_ledger_invoice_id").on(table.invoice_id),
    // Sums by day read only the index.
    index("payment_ledger_booked_at")
      .on(table.booked_at, table.id, table.kind, table.org_id, table.invoice_id, table.amount_cents)
      .concurrently(),
    index("payment_ledger_org_booked_at").on(table.org_id, table.booked_at, table.id, table.kind).concurrently(),
  ],
);

/**
 * Shares of a ledger entry by product; the share without a product is shipping, refunds by amount and disputes. The
 * shares sum to the entry's amount. Only the function `split_ledger` writes this table (ADR-074).
 */
export const ledgerParts = pgTable(
  "ledger_parts",
  {
    entry_id: uuid()
      .notNull()
      .references(() => paymentLedger.id, { onDelete: "cascade" }),
    product_id: uuid(),
    /** Signed US cents with tax, never 0. */
    amount_cents: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    unique("ledger_parts_entry_product_unique").on(table.entry_id, table.product_id).nullsNotDistinct(),
    // Lists and sums of one product, or of shares without a product, read only the index.
    index("ledger_parts_product_id").on(table.product_id, table.entry_id, table.amount_cents),
  ],
);
