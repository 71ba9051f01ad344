import type { InputOf } from "../endpoint.ts";
import type * as contract from "../v1/admin/orders.ts";
import { dollarsText, parseDollars } from "./dollars.ts";
import { remainingQuantity, type RefundablePart, remainingShares, computeShare, sumShares } from "./refund-shares.ts";

/** Form input of a refund, as typed: quantities by the id of a `RefundLine`, or an amount in dollars. */
export type RefundChoice = { quantities: Record<string, string>; dollars: string };
type RefundRequest = InputOf<typeof contract.refundOrder>["body"];

/** `id` is the order line's id, or `shipping`. */
export type RefundLine = RefundablePart & { id: string; name: string };

export function readRefundChoice(fields: URLSearchParams): RefundChoice {
  const quantities: Record<string, string> = {};
  for (const [name, value] of fields) {
    const id = /^quantity\.([0-9a-f-]{36}|shipping)$/.exec(name)?.[1];
    if (id !== undefined && value.trim() !== "") quantities[id] = value.trim();
  }
  return { quantities, dollars: fields.get("dollars")?.trim() ?? "" };
}

/**
 * Chooses all that is left to refund: all remaining pieces, or an amount in dollars if earlier refunds by amount leave
 * less than these pieces cost.
 */
export function chooseAll(lines: readonly RefundLine[], leftCents: number): RefundChoice {
  if (sumShares(remainingShares(lines)) !== leftCents) return { quantities: {}, dollars: dollarsText(leftCents) };
  const open = lines.filter((line) => remainingQuantity(line) > 0);
  return {
    quantities: Object.fromEntries(open.map((line) => [line.id, String(remainingQuantity(line))])),
    dollars: "",
  };
}

const tooManyText = (line: RefundLine): string =>
  remainingQuantity(line) === 0
    ? `${line.name} has already been refunded.`
    : `Only ${remainingQuantity(line)} of ${line.name} can still be refunded.`;

export const isCount = (text: string): boolean => /^\d{1,7}$/.test(text);

export const notCountMessage = (text: string): string =>
  `“${text}” is not a number of pieces. Enter a whole number, such as 2.`;

export type RefundSum = {
  /** US cents by line id. */
  by_line: Record<string, number>;
  amount: number;
  problem: string | undefined;
};

/**
 * Shared by browser and server, so that both get the same amount. An invalid line is reported as `problem`, never
 * ignored.
 */
export function sumRefund(
  lines: readonly RefundLine[],
  leftCents: number,
  { quantities, dollars }: RefundChoice,
): RefundSum {
  const by_line: Record<string, number> = {};
  let problem: string | undefined;
  for (const line of lines) {
    const text = quantities[line.id] ?? "";
    const count = isCount(text) ? Number(text) : 0;
    if (text !== "" && !isCount(text)) problem ??= notCountMessage(text);
    else if (count > remainingQuantity(line)) problem ??= tooManyText(line);
    else if (count > 0) by_line[line.id] = sumShares([computeShare(line, count)]);
  }
  const linesTotal = Object.values(by_line).reduce((sum, cents) => sum + cents, 0);
  const cents = dollars === "" ? 0 : parseDollars(dollars);
  if (cents === undefined) problem ??= `“${dollars}” is not an amount. Enter dollars, such as 12.50.`;
  if (linesTotal > 0 && (cents ?? 0) > 0) problem ??= "Enter quantities or an amount, not both.";
  const amount = linesTotal + (cents ?? 0);
  if (amount > leftCents) problem ??= "The amount exceeds what is left of the payment.";
  return { by_line, amount, problem };
}

/** Returns undefined if neither a quantity nor an amount above 0 is chosen. */
export function toRefundRequest({ quantities, dollars }: RefundChoice): RefundRequest | undefined {
  const lines = Object.entries(quantities).flatMap(([line_id, text]) => {
    const quantity = isCount(text) ? Number(text) : 0;
    return quantity > 0 ? [{ line_id, quantity }] : [];
  });
  if (lines.length > 0) return { lines };
  const amount = parseDollars(dollars);
  return amount === undefined || amount === 0 ? undefined : { amount };
}
