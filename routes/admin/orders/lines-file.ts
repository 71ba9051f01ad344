import { csvLine } from "../../../worker/contract/csv.ts";
import { pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import { listOrdersWithLines, type OrderWithSoldLines } from "../../../worker/domain/fulfilment/index.ts";
import { claimExport } from "../../../worker/domain/platform/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { csvFile } from "../../../worker/http/csv.ts";
import { orderStatusText, paymentStatusText } from "../../../worker/ui/parts/status-badges.tsx";

const head = [
  "Day",
  "Order",
  "Invoice",
  "PO number",
  "Organization",
  "Price level",
  "Status",
  "Payment",
  "SKU",
  "Item",
  "Quantity",
  "Unit price",
  "Amount",
  "Tax",
  "Shipping",
  "Total",
  "Refunded",
] as const;

type ChargeRow = {
  sku: string | null;
  name: string;
  quantity: number | null;
  price: number | null;
  amount: number;
  tax: number;
  shipping: number;
  refunded: number;
};

/**
 * One row per line, then one for shipping and for refunds that belong to no line, unless that row is zero. The amounts
 * sum to the order's total, and the refunds to those in the ledger.
 */
function toChargeRows({ lines, tax, shipping, total, refunded }: OrderWithSoldLines): ChargeRow[] {
  const lineRows = lines.map((line) => ({ ...line, amount: line.price * line.quantity, shipping: 0 }));
  const sumField = (key: "amount" | "tax" | "refunded") => lineRows.reduce((sum, line) => sum + line[key], 0);
  const remainder = {
    amount: total - shipping - tax - sumField("amount"),
    tax: tax - sumField("tax"),
    shipping,
    refunded: refunded - sumField("refunded"),
  };
  const isZero = Object.values(remainder).every((cents) => cents === 0);
  return isZero
    ? lineRows
    : [...lineRows, { sku: null, name: "Not by line", quantity: null, price: null, ...remainder }];
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);

const toCsvLines = (order: OrderWithSoldLines): string =>
  toChargeRows(order)
    .map(({ sku, name, quantity, price, amount, tax, shipping, refunded }) =>
      csvLine([
        order.day,
        order.order_number,
        order.invoice_no,
        order.po_number,
        order.organization,
        order.price_level_name,
        orderStatusText(order.status),
        paymentStatusText(order.payment_status),
        sku,
        name,
        quantity,
        dollars(price),
        dollars(amount),
        dollars(tax),
        dollars(shipping),
        dollars(amount + tax + shipping),
        dollars(refunded),
      ]),
    )
    .join("");

/** File for accountants with the charge rows of all orders that match the filters of the list. */
export const orderLinesFile: Route = {
  method: "GET",
  path: pages.orderLinesFile,
  handle: csvFile({
    path: pages.orderLinesFile,
    access: "orders:read",
    query: contract.listAdminOrders.query,
    name: "order-lines",
    load: listOrdersWithLines,
    claim: claimExport,
    format: () => ({ head: csvLine(head), line: toCsvLines }),
  }),
};
