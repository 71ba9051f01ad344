import type { Mutant } from "../mutant.ts";

const lineRefunds = "v1/admin/orders/line-refunds.test.ts";

/** Issue 13: a refund by lines. */
export const refundMutants: Mutant[] = [
  {
    name: "more pieces go back than are left",
    edits: [
      {
        file: "worker/domain/payments/refunds/refund-order.ts",
        from: "if (quantity > leftOf(part))",
        to: "if (quantity > part.quantity)",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "the shipping goes back without its tax",
    edits: [
      {
        file: "worker/domain/payments/refunds/read-refundable.ts",
        from: "select o.tax - coalesce((select sum(tax_amount) from goods), 0) as tax",
        to: "select (o.tax - coalesce((select sum(tax_amount) from goods), 0)) * 0 as tax",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "with what is left of an order the lines go back that went back before",
    edits: [
      {
        file: "worker/domain/payments/refunds/shares.ts",
        from: "parts.filter((part) => leftOf(part) > 0).map((part) => shareOf(part, leftOf(part)))",
        to: "parts.map((part) => shareOf(part, part.quantity))",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a line that is named twice goes back twice",
    edits: [
      {
        file: "worker/contract/v1/admin/orders.ts",
        from: "new Set(lines.map(({ line_id }) => line_id)).size === lines.length",
        to: "lines.length > 0",
      },
    ],
    tests: lineRefunds,
    title: "names an amount or lines",
  },
  {
    name: "an amount and lines at once give back one of them",
    edits: [
      {
        file: "worker/contract/v1/admin/orders.ts",
        from: "amount === undefined || lines === undefined",
        to: "amount === undefined || lines !== null",
      },
    ],
    tests: lineRefunds,
    title: "names an amount or lines",
  },
  {
    name: "a refund by lines does not say in the audit log of which",
    edits: [
      {
        file: "worker/domain/payments/invoices/record-payment.ts",
        from: "jsonb_build_object('lines', jsonb_agg(",
        to: "jsonb_build_object('pieces', jsonb_agg(",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a refund whose answer was lost is asked for under another key",
    edits: [
      {
        file: "worker/domain/payments/refunds/ask-provider.ts",
        from: "const key = `refund_${claim.id}`;",
        to: "const key = `refund_${crypto.randomUUID()}`;",
      },
    ],
    tests: lineRefunds,
    title: "is asked for again under the same key",
  },
];
