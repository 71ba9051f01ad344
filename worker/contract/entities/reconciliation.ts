import * as z from "zod/mini";
import { discrepancyKinds, discrepancyReferenceTypes, taskStatuses, taskTriggers } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

/** Negative for refunds and for withdrawals because of disputes. */
const signedCents = (description: string) => describe(z.int(), `${description}, in US cents`);

export const bridgeReasons = [
  "billed_otherwise",
  "received_while_unpaid",
  "owed_on_account",
  "outside_provider",
  "refunded_before_export",
  "waiting_for_export",
  "refunds_waiting_for_export",
  "open_discrepancies",
  "unexplained",
] as const;
export type BridgeReason = (typeof bridgeReasons)[number];

const bridgeRow = z.object({
  source: describe(z.enum(["orders", "provider", "accounting"]), "Source that differs from the ledger"),
  reason: describe(z.enum(bridgeReasons), "Why it differs; unexplained: what no other reason covers"),
  amount: signedCents("What the ledger has and the source lacks"),
});

const total = z.object({
  line: z.enum(["paid", "refunded", "disputed"]),
  orders: describe(z.nullable(z.int()), "Total of our orders and plans, in US cents; null: not available"),
  ledger: signedCents("Total of our ledger"),
  provider: signedCents("Total at the payment provider"),
  accounting: describe(z.nullable(z.int()), "Total in accounting, in US cents; null: not read"),
  bridge: describe(
    z.optional(z.array(bridgeRow)),
    "Why each source differs from the ledger; the rows of a source sum to the ledger's total less its total. Earlier runs lack it",
  ),
});

export const reconciliationRun = z.object({
  id: z.string(),
  trigger: describe(z.enum(taskTriggers), "Whether a user started it"),
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  found: describe(z.int(), "Entries and records read"),
  processed: describe(z.int(), "Entries and records compared"),
  error: describe(z.nullable(z.string()), "Error; null: none"),
  open_differences: describe(z.nullable(z.int()), "Open discrepancies at the end of the run; null: still running"),
  totals: describe(z.nullable(z.array(total)), "Totals of each source, in US cents; null: still running"),
});
export type ReconciliationRun = z.output<typeof reconciliationRun>;

export const discrepancyFields = {
  id: z.string(),
  kind: z.enum(discrepancyKinds),
  reference_type: describe(
    z.enum(discrepancyReferenceTypes),
    "Type of the record: a kind of ledger entry, an order, an invoice, its payment or an accounting record",
  ),
  reference_id: describe(z.string(), "ID of the record, ours or the one at the payment provider or in accounting"),
  expected: signedCents("Expected amount"),
  found: signedCents("Actual amount; 0: missing"),
  org_id: describe(z.nullable(z.string()), "Organization, if known"),
  org_name: z.nullable(z.string()),
  invoice_id: describe(z.nullable(z.string()), "Our invoice, if any"),
  order_id: describe(z.nullable(z.string()), "Our order, if any"),
  first_seen_at: instant(),
  last_seen_at: instant("Last reconciliation run that found it, ISO 8601 in UTC"),
  closed_at: describe(z.nullable(instant()), "Null: still open"),
  closed_by: describe(
    z.nullable(z.string()),
    "User who closed it; null: closed by a run because the amounts matched again",
  ),
  note: describe(z.nullable(z.string()), "Reason for closing"),
};
export const discrepancyShape = {
  ...discrepancyFields,
  cause: describe(z.string(), "Explanation in one sentence"),
  advice: describe(z.string(), "Recommended action"),
};
export const discrepancy = z.object(discrepancyShape);
export type Discrepancy = z.output<typeof discrepancy>;
