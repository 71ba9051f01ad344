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
 * Rows of an order: its lines, then one row for shipping and for refunds of shipping or by amount. With that row the
 * columns sum to the order's total and to its refunds in the ledger.
 */
function chargesOf({ lines, tax, shipping, total, refunded }: OrderWithSoldLines): ChargeRow[] {
  const sold = lines.map((line) => ({ ...line, amount: line.price * line.quantity, shipping: 0 }));
  const sumOf = (key: "amount" | "tax" | "refunded") => sold.reduce((sum, line) => sum + line[key], 0);
  const rest = {
    amount: total - shipping - tax - sumOf("amount"),
    tax: tax - sumOf("tax"),
    shipping,
    refunded: refunded - sumOf("refunded"),
  };
  const isNothing = Object.values(rest).every((cents) => cents === 0);
  return isNothing ? sold : [...sold, { sku: null, name: "Not by line", quantity: null, price: null, ...rest }];
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);

const toLines = (order: OrderWithSoldLines): string =>
  chargesOf(order)
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

/** CSV file for accountants with one row per order line, filtered like the list of orders. */
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
    format: () => ({ head: csvLine(head), line: toLines }),
  }),
};
