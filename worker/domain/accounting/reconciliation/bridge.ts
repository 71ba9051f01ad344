import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReconciliationTotal } from "../../../../db/schema/work/reconciliation.ts";
import type { RunCursor } from "./steps.ts";

export const lineSums = z.object({ paid: z.int(), refunded: z.int(), disputed: z.int() });
type LineSums = z.output<typeof lineSums>;

type Reasons = {
  orders: "billed_otherwise" | "received_while_unpaid";
  provider: "outside_provider" | "open_discrepancies";
  accounting:
    | "received_while_unpaid"
    | "owed_on_account"
    | "refunded_before_export"
    | "waiting_for_export"
    | "refunds_waiting_for_export"
    | "open_discrepancies";
};
type BridgeKey = { [Source in keyof Reasons]: `${Source} ${Reasons[Source]}` }[keyof Reasons];

const kinds = {
  paid: sql`'charge', 'balance', 'balance_owed', 'paid_out_of_band'`,
  refunded: sql`'refund', 'refund_failed'`,
  disputed: sql`'dispute_withdrawn', 'dispute_reinstated'`,
};

export function sumsByKind(amount: SQL, kind: SQL, where: SQL): SQL {
  const sumAmong = (among: SQL) =>
    sql`coalesce(sum(${amount}) filter (where ${where} and ${kind} in (${among})), 0)::float`;
  return sql`json_build_object(
    'paid', ${sumAmong(kinds.paid)}, 'refunded', ${sumAmong(kinds.refunded)}, 'disputed', ${sumAmong(kinds.disputed)}
  )`;
}

/** Adds entries that the ledger has and another source lacks, with the reason. */
export function addToBridge(cursor: RunCursor, additions: Partial<Record<BridgeKey, Partial<LineSums>>>): RunCursor {
  const bridge = { ...cursor.bridge };
  for (const [key, { paid = 0, refunded = 0, disputed = 0 }] of Object.entries(additions)) {
    const before = bridge[key] ?? { paid: 0, refunded: 0, disputed: 0 };
    bridge[key] = {
      paid: before.paid + paid,
      refunded: before.refunded + refunded,
      disputed: before.disputed + disputed,
    };
  }
  return { ...cursor, bridge };
}

/** The reasons of one line add up to the ledger's total less the source's; `unexplained` is the rest. */
export function buildBridge(
  cursor: RunCursor,
  total: Omit<ReconciliationTotal, "bridge">,
): NonNullable<ReconciliationTotal["bridge"]> {
  return (["orders", "provider", "accounting"] as const).flatMap((source) => {
    const sourceTotal = total[source];
    if (sourceTotal === null) return [];
    const reasons = Object.entries(cursor.bridge).flatMap(([key, sums]) => {
      const [from, reason = ""] = key.split(" ");
      return from === source ? [{ source, reason, amount: sums[total.line] }] : [];
    });
    const rest = total.ledger - sourceTotal - reasons.reduce((sum, { amount }) => sum + amount, 0);
    return [...reasons, { source, reason: "unexplained", amount: rest }].filter(({ amount }) => amount !== 0);
  });
}
