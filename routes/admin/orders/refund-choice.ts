import type { RefundRequest } from "../../../worker/domain/payments/index.ts";
import { parseDollars } from "../../../worker/contract/buying/dollars.ts";

export type Chosen = { quantities: Record<string, string>; amount: string; is_all: boolean };

export function readChosen(params: URLSearchParams): Chosen {
  const quantities: Record<string, string> = {};
  for (const [name, value] of params) {
    const id = /^quantity\.([0-9a-f-]{36}|shipping)$/.exec(name)?.[1];
    if (id !== undefined && value.trim() !== "") quantities[id] = value.trim();
  }
  return { quantities, amount: params.get("amount")?.trim() ?? "", is_all: params.has("all") };
}

const isCount = (text: string): boolean => /^\d{1,7}$/.test(text);

/** A refund never silently ignores an invalid part. */
export function mistakeIn({ quantities, amount, is_all }: Chosen): string | undefined {
  if (is_all) return undefined;
  const wrong = Object.values(quantities).find((text) => !isCount(text));
  if (wrong !== undefined) return `“${wrong}” is no number of pieces. Type a whole number, as 2.`;
  if (amount !== "" && toCents(amount) === undefined) return `“${amount}” is no amount. Type dollars, as 12.50.`;
  const hasLines = Object.values(quantities).some((text) => Number(text) > 0);
  return hasLines && amount !== "" ? "Enter quantities or an amount, not both." : undefined;
}

export function toRefundRequest({ quantities, amount, is_all }: Chosen): RefundRequest | undefined {
  if (is_all) return {};
  const lines = Object.entries(quantities).flatMap(([line_id, text]) => {
    const quantity = isCount(text) ? Number(text) : 0;
    return quantity > 0 ? [{ line_id, quantity }] : [];
  });
  if (lines.length > 0) return { lines };
  const cents = toCents(amount);
  return cents === undefined ? undefined : { amount: cents };
}

/** A positive amount in US cents. */
function toCents(text: string): number | undefined {
  const cents = parseDollars(text);
  return cents === 0 ? undefined : cents;
}
