import { formatMoney } from "../../../contract/buying/money.ts";
import { CannotExportError } from "./cannot-export.ts";
import type { ExportableInvoice } from "./read-exportable.ts";

/** A line in NetSuite's format: `rate` in dollars with at most two decimals, because our amounts are whole cents. */
export type AccountingLine = { item: { id: string }; quantity: number; rate: number; description: string };
export type SpecialItems = { tax: string; shipping: string };

type CentsLine = { item_id: string; quantity: number; cents: number; description: string };

/** Tax and shipping become lines with items of their own. @throws CannotExportError */
export const buildInvoiceLines = (invoice: ExportableInvoice, items: SpecialItems): AccountingLine[] =>
  toCentsLines(invoice, items).map(toLine);

type Refund = Pick<ExportableInvoice["refunds"][number], "amount" | "lines">;

/**
 * Lines of a credit memo. A full refund repeats the invoice's lines, and a refund by lines repeats the refunded lines.
 * A refund by amount is spread over the lines in proportion, with leftover cents going to the largest remainders, so
 * that the sum is exact. @throws CannotExportError
 */
export function buildCreditLines(invoice: ExportableInvoice, items: SpecialItems, refunded: Refund): AccountingLine[] {
  const centsLines = toCentsLines(invoice, items);
  const { amount: refundAmount, lines } = refunded;
  if (refundAmount === invoice.amount) return centsLines.map(toLine);
  if (lines) return buildRefundLines(lines, items).map(toLine);
  const shares = centsLines.map((part) => {
    const [exact, whole] = [BigInt(part.quantity * part.cents) * BigInt(refundAmount), BigInt(invoice.amount)];
    return { part, cents: Number(exact / whole), remainder: Number(exact % whole) };
  });
  const leftoverCents = refundAmount - shares.reduce((sum, { cents }) => sum + cents, 0);
  const extraCentShares = new Set(shares.toSorted((a, b) => b.remainder - a.remainder).slice(0, leftoverCents));
  return shares
    .map((share) => ({ ...share.part, quantity: 1, cents: share.cents + (extraCentShares.has(share) ? 1 : 0) }))
    .filter(({ cents }) => cents > 0)
    .map(toLine);
}

function buildRefundLines(lines: NonNullable<Refund["lines"]>, items: SpecialItems): CentsLine[] {
  const goods = lines.map(({ name, item_id, quantity, amount }): CentsLine => {
    if (name === null) return { item_id: items.shipping, quantity: 1, cents: amount, description: "Shipping" };
    return { item_id: requireItem(name, item_id), quantity, cents: amount / quantity, description: name };
  });
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const taxLine = { item_id: items.tax, quantity: 1, cents: tax, description: "Sales tax" };
  return [...goods, taxLine].filter(({ cents }) => cents !== 0);
}

function requireItem(name: string, item_id: string | null): string {
  if (item_id === null) throw new CannotExportError(`The product "${name}" has no item in NetSuite yet.`);
  return item_id;
}

function toCentsLines(invoice: ExportableInvoice, items: SpecialItems): CentsLine[] {
  const products = invoice.lines.map(({ name, price, quantity, item_id }) => {
    return { item_id: requireItem(name, item_id), quantity, cents: price, description: name };
  });
  const extraLines = [
    { item_id: items.tax, quantity: 1, cents: invoice.tax, description: "Sales tax" },
    { item_id: items.shipping, quantity: 1, cents: invoice.shipping, description: "Shipping" },
  ].filter(({ cents }) => cents !== 0);
  // Free products stay, because they have to be fulfilled as well.
  const centsLines = [...products, ...extraLines];
  const sum = centsLines.reduce((total, { quantity, cents }) => total + quantity * cents, 0);
  if (sum === invoice.amount) return centsLines;
  throw new CannotExportError(
    `Its lines add up to ${formatMoney(sum)}, but the invoice is for ${formatMoney(invoice.amount)}.`,
  );
}

const toLine = ({ item_id, quantity, cents, description }: CentsLine): AccountingLine => ({
  item: { id: item_id },
  quantity,
  rate: cents / 100,
  description,
});
