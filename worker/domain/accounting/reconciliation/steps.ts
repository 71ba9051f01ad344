import * as z from "zod/mini";
import type { TaskPage } from "../../platform/index.ts";

const span = z.object({
  from_s: z.nullable(z.int()),
  before_s: z.nullable(z.int()),
  after: z.nullable(z.string()),
});
const line = z.object({ orders: z.int(), ledger: z.int(), provider: z.int(), accounting: z.int() });

/** The steps of a comparison, in their order: first the other books are read, then all are compared. */
export const steps = [
  "charges",
  "refunds",
  "disputes",
  "credits",
  "accounting",
  "examine",
  "orders",
  "invoices",
  "ledger",
  "provider",
  "records",
  "finish",
] as const;

/** Where a comparison stands. What is summed up so far goes along, in signed cents. */
export const place = z.object({
  run: z.string(),
  /** When it began, by the database's clock: what we booked since is for the next one. */
  started_at: z.string(),
  /** Instants, in seconds, between which the provider's time is read side by side. */
  bounds: z.array(z.int()),
  step: z.enum(steps),
  spans: z.array(span),
  /** The key of the last row that the step has done. */
  after: z.nullable(z.string()),
  sums: z.object({ paid: line, refunded: line, disputed: line }),
  /** The last id that accounting had given when it was begun to be read: what came after it is for the next run. */
  accounting_to: z.optional(z.string()),
  has_accounting: z.boolean(),
});
export type Place = z.output<typeof place>;

const nothing = { orders: 0, ledger: 0, provider: 0, accounting: 0 };
export const noSums = { paid: nothing, refunded: nothing, disputed: nothing };

/** The provider's whole time, in parts that are read side by side. */
export const spansOf = (bounds: number[]): Place["spans"] =>
  [null, ...bounds].map((from_s, at) => ({ from_s, before_s: bounds[at] ?? null, after: null }));

/** The same comparison at its next step. */
export function nextStep(at: Place): Place {
  const step = steps[steps.indexOf(at.step) + 1] ?? "finish";
  return { ...at, step, after: null, spans: step === "refunds" || step === "disputes" ? spansOf(at.bounds) : [] };
}

type Sums = Partial<Record<keyof Place["sums"], Partial<Place["sums"]["paid"]>>>;

/** The same comparison with more summed up. */
export const addSums = (at: Place, more: Sums): Place => ({
  ...at,
  sums: {
    paid: addLine(at.sums.paid, more.paid),
    refunded: addLine(at.sums.refunded, more.refunded),
    disputed: addLine(at.sums.disputed, more.disputed),
  },
});

const addLine = (known: Place["sums"]["paid"], more: Sums["paid"] = {}) => ({
  orders: known.orders + (more.orders ?? 0),
  ledger: known.ledger + (more.ledger ?? 0),
  provider: known.provider + (more.provider ?? 0),
  accounting: known.accounting + (more.accounting ?? 0),
});

/** A page of the task on which `count` things were seen, and where it goes on. */
export const pageOf = (cursor: Place | null, count: number): TaskPage => ({
  cursor,
  found: count,
  processed: count,
  failures: [],
});
