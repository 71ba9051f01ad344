import type { InputOf } from "../endpoint.ts";
import type * as contract from "../v1/admin/orders.ts";
import { isCount, notCountMessage, type RefundLine, type RefundSum } from "./refund-choice.ts";
import { computeShare, sumShares } from "./refund-shares.ts";

type CanceledLines = NonNullable<NonNullable<InputOf<typeof contract.cancelOrder>["body"]>["lines"]>;

/** `owed`: pieces that have not shipped, and were neither canceled nor refunded. */
export type CancelableLine = RefundLine & { owed: number };

/** Quantities as typed, by line id. */
export type CancelChoice = Record<string, string>;

const tooManyText = ({ name, owed }: CancelableLine): string =>
  owed === 0 ? `Nothing of ${name} has still to ship.` : `Only ${owed} of ${name} have not shipped.`;

type CancellationInput = {
  lines: readonly CancelableLine[];
  left_cents: number;
  /**
   * Whether canceling every owed piece cancels the order, which refunds all that is left of its payment; false once a
   * part of the order has shipped or can be downloaded.
   */
  is_whole: boolean;
};

/** Shared by browser and server, so that both get the same amount. */
export function sumCancellation(
  { lines, left_cents, is_whole }: CancellationInput,
  quantities: CancelChoice,
): RefundSum & { pieces: number; is_whole: boolean } {
  const by_line: Record<string, number> = {};
  let problem: string | undefined;
  let pieces = 0;
  for (const line of lines) {
    const text = quantities[line.id] ?? "";
    const count = isCount(text) ? Number(text) : 0;
    if (text !== "" && !isCount(text)) problem ??= notCountMessage(text);
    else if (count > line.owed) problem ??= tooManyText(line);
    else if (count > 0) {
      by_line[line.id] = sumShares([computeShare(line, count)]);
      pieces += count;
    }
  }
  const isWhole = is_whole && pieces > 0 && lines.every(({ id, owed }) => Number(quantities[id] ?? 0) === owed);
  const linesTotal = Object.values(by_line).reduce((sum, cents) => sum + cents, 0);
  const amount = isWhole ? left_cents : linesTotal;
  if (amount > left_cents) problem ??= "The amount exceeds what is left of the payment.";
  return { by_line, amount, problem, pieces, is_whole: isWhole };
}

export const toCanceledLines = (quantities: CancelChoice): CanceledLines =>
  Object.entries(quantities).flatMap(([line_id, text]) => {
    const quantity = isCount(text) ? Number(text) : 0;
    return quantity > 0 ? [{ line_id, quantity }] : [];
  });

export const cancelAll = (lines: readonly CancelableLine[]): CancelChoice =>
  Object.fromEntries(lines.filter(({ owed }) => owed > 0).map(({ id, owed }) => [id, String(owed)]));
