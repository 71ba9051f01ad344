import * as z from "zod/mini";
import type { TaskPage } from "../../platform/index.ts";

const span = z.object({
  from_s: z.nullable(z.int()),
  before_s: z.nullable(z.int()),
  after: z.nullable(z.string()),
});
const line = z.object({ orders: z.int(), ledger: z.int(), provider: z.int(), accounting: z.int() });

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

/** Position of a reconciliation run between batches, with its sums so far in signed cents. */
export const runCursor = z.object({
  run: z.string(),
  /** Start by the database's clock; later bookings are left to the next run. */
  started_at: z.string(),
  /** Boundaries of the parallel time spans, in Unix seconds. */
  bounds: z.array(z.int()),
  step: z.enum(steps),
  spans: z.array(span),
  after: z.nullable(z.string()),
  sums: z.object({ paid: line, refunded: line, disputed: line }),
  /** Sums by source and reason of the entries that the ledger has and the source lacks. */
  bridge: z._default(z.record(z.string(), z.object({ paid: z.int(), refunded: z.int(), disputed: z.int() })), {}),
  /** Accounting's last id when its step began; later records are left to the next run. */
  accounting_to: z.optional(z.string()),
  has_accounting: z.boolean(),
});
export type RunCursor = z.output<typeof runCursor>;

const zeroLine = { orders: 0, ledger: 0, provider: 0, accounting: 0 };
export const zeroSums = { paid: zeroLine, refunded: zeroLine, disputed: zeroLine };

export const buildSpans = (bounds: number[]): RunCursor["spans"] =>
  [null, ...bounds].map((from_s, index) => ({ from_s, before_s: bounds[index] ?? null, after: null }));

export function nextStep(cursor: RunCursor): RunCursor {
  const step = steps[steps.indexOf(cursor.step) + 1] ?? "finish";
  return {
    ...cursor,
    step,
    after: null,
    spans: step === "refunds" || step === "disputes" ? buildSpans(cursor.bounds) : [],
  };
}

type Sums = Partial<Record<keyof RunCursor["sums"], Partial<RunCursor["sums"]["paid"]>>>;

export const addSums = (cursor: RunCursor, additions: Sums): RunCursor => ({
  ...cursor,
  sums: {
    paid: addLine(cursor.sums.paid, additions.paid),
    refunded: addLine(cursor.sums.refunded, additions.refunded),
    disputed: addLine(cursor.sums.disputed, additions.disputed),
  },
});

const addLine = (sums: RunCursor["sums"]["paid"], additions: Sums["paid"] = {}) => ({
  orders: sums.orders + (additions.orders ?? 0),
  ledger: sums.ledger + (additions.ledger ?? 0),
  provider: sums.provider + (additions.provider ?? 0),
  accounting: sums.accounting + (additions.accounting ?? 0),
});

export const toTaskPage = (cursor: RunCursor | null, count: number): TaskPage => ({
  cursor,
  found: count,
  processed: count,
  failures: [],
});
