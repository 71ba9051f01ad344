import type { OrderLine } from "../../../worker/domain/fulfilment/index.ts";

/**
 * "1 of 2 shipped, 1 refunded"; empty while nothing has happened. Refunded pieces that were canceled count as canceled
 * only.
 */
export function linePieces(line: OrderLine): string {
  const { quantity, shipped_quantity, canceled_quantity, refunded_quantity } = line;
  const states = [
    [shipped_quantity, "shipped"],
    [canceled_quantity, "canceled"],
    [refunded_quantity - canceled_quantity, "refunded"],
  ] as const;
  return states
    .filter(([count]) => count > 0)
    .map(([count, what], index) => (index === 0 ? `${count} of ${quantity} ${what}` : `${count} ${what}`))
    .join(", ");
}
