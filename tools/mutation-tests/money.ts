// One table: a row is a mutation with the test that must find it.
import type { Mutant } from "./mutant.ts";

const sharesFile = "worker/contract/buying/refund-shares.ts";
const fulfilLinesTest = "v1/admin/shipping/fulfil-lines.test.ts";
const lineRefundsTest = "v1/admin/orders/line-refunds.test.ts";
const refundOrderFile = "worker/domain/payments/refunds/refund-order.ts";

const invoiceVerbsTest = "v1/admin/invoices/verbs.test.ts";

export const moneyMutants: readonly Mutant[] = [
  {
    name: "a voided invoice leaves its order to be shipped",
    edits: [
      {
        file: "worker/domain/payments/invoices/record-payment.ts",
        from: "when ${isClosedNow} then case when ${hasShippedPieces} then 'shipped' else 'canceled' end",
        to: "when ${isClosedNow} then orders.status",
      },
    ],
    tests: invoiceVerbsTest,
    title: "void cancels the order once",
  },
  {
    name: "a payment by wire is claimed anew by every click",
    edits: [
      {
        file: "worker/domain/payments/invoices/actions/claim-action.ts",
        from: '`${invoiceId}_${kind}${request.key === undefined ? "" : `_${request.key}`}`',
        to: "`${invoiceId}_${kind}_${crypto.randomUUID()}`",
      },
    ],
    tests: invoiceVerbsTest,
    title: "is booked once with reference and day",
  },
  {
    name: "refunding some units of a line rounds their share of its tax",
    edits: [
      {
        file: sharesFile,
        from: "tax: calculateTaxOfFirst(part, part.refunded.quantity + quantity) - part.refunded.tax",
        to: "tax: Math.round((part.tax / part.quantity) * quantity)",
      },
    ],
    tests: lineRefundsTest,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a line is refunded without its tax",
    edits: [
      {
        file: sharesFile,
        from: "shares.reduce((sum, { amount, tax }) => sum + amount + tax, 0)",
        to: "shares.reduce((sum, { amount }) => sum + amount, 0)",
      },
    ],
    tests: lineRefundsTest,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a double click refunds twice: the idempotency key is not the form's",
    edits: [
      {
        file: refundOrderFile,
        from: "`${order.invoice_id}_${request.key ?? `${order.refunds}_${asked_for}`}`",
        to: "`${order.invoice_id}_${crypto.randomUUID()}`",
      },
    ],
    tests: lineRefundsTest,
    title: "is one however often the form is sent",
  },
  {
    name: "a form submitted again with other values is reported as done",
    edits: [
      { file: refundOrderFile, from: "if (claim.asked_for !== asked_for)", to: "if (claim.asked_for === undefined)" },
    ],
    tests: lineRefundsTest,
    title: "a form that says something else is not",
  },
  {
    name: "two concurrent refunds of the last units both succeed",
    edits: [
      {
        file: "worker/domain/payments/refunds/claim-refund.ts",
        from: "where id = ${invoice_id} and refund_seq = ${refund_seq}",
        to: "where id = ${invoice_id} and ${refund_seq} >= 0",
      },
    ],
    tests: lineRefundsTest,
    title: "of the last pieces is given once",
  },
  {
    name: "lines stay refunded after their refund failed at the bank",
    edits: [
      {
        file: "worker/domain/sold-orders.ts",
        from: "sql`(r.status not in ('failed', 'canceled')\n  and (r.status = 'asked' or coalesce(r.given_amount, r.amount) >= r.amount))`",
        to: "sql`r.status is not null`",
      },
    ],
    tests: lineRefundsTest,
    title: "or that fails at the bank after all",
  },
  {
    name: "a shipped order can be canceled and refunded",
    edits: [
      {
        file: "worker/domain/payments/refunds/read-refundable.ts",
        from: 'status === "shipped" || status === "received" || parts.some(({ shipped }) => shipped > 0)',
        to: 'status === "received"',
      },
    ],
    tests: "v1/admin/orders.test.ts",
    title: "does not cancel an order that was",
  },
  {
    name: "an order is canceled while its checkout is under way, and then charged",
    edits: [
      {
        file: "worker/domain/payments/refunds/cancel-order.ts",
        from: "if (order.is_being_bought)",
        to: "if (false)",
      },
    ],
    tests: "v1/store/checkout-faults.test.ts",
    title: "while the provider's answer to its payment is missing",
  },
  {
    name: "a repeated key cancels another line of $0",
    edits: [
      {
        file: "worker/domain/payments/refunds/cancel-order.ts",
        from: "approved?.id ?? key ?? crypto.randomUUID()",
        to: "crypto.randomUUID()",
      },
    ],
    tests: fulfilLinesTest,
    title: "that cost nothing is once for each key",
  },
  {
    name: "the provider is asked for money of a wire",
    edits: [
      {
        file: refundOrderFile,
        from: "bookedAmount <= leftCents && bookedAmount > leftCents - outsideAmount",
        to: "false",
      },
    ],
    tests: "v1/store/account/end-partly-paid.test.ts",
    title: "one that was paid by a transfer and a wire",
  },
  {
    name: "an order is received while it owes the pieces of a voided label",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/receive-orders.ts",
        from: "and not ${hasOwedPieces}",
        to: "",
      },
    ],
    tests: "v1/admin/shipping/tracking.test.ts",
    title: "an order whose label was voided is received",
  },
  {
    name: "an order ships with its first package",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/record-shipment.ts",
        from: "when pieces.owed <= pieces.leaving then 'shipped'",
        to: "when true then 'shipped'",
      },
    ],
    tests: fulfilLinesTest,
    title: "ships what its packages name",
  },
  {
    name: "a canceled line can still ship",
    edits: [
      {
        file: "worker/domain/payments/refunds/claim-refund.ts",
        from: "where r.action = 'cancelLines' and",
        to: "where false and",
      },
    ],
    tests: fulfilLinesTest,
    title: "gives back their share once",
  },
  {
    name: "a line whose cancellation the provider refused never ships",
    edits: [
      {
        file: "worker/domain/payments/refunds/claim-refund.ts",
        from: "where deleted.action = 'cancelLines' and",
        to: "where false and",
      },
    ],
    tests: fulfilLinesTest,
    title: "that the provider refuses owes them again",
  },
  {
    name: "a booking sums the ledger as it was before it waited for another",
    edits: [
      {
        file: "worker/domain/payments/invoices/record-payment.ts",
        from: "    lockOf(state.invoice_id),\n",
        to: "    sql`select 1 from invoices where false`,\n",
      },
      {
        file: "worker/domain/payments/invoices/record-payment.ts",
        from: "before as (select * from invoices where id = ${state.invoice_id}),",
        to: "before as (select * from invoices where id = ${state.invoice_id} for update),",
      },
    ],
    tests: "v1/callbacks/endings/given-back.test.ts",
    title: "refunds that are booked at the same moment are all counted",
  },
  {
    name: "an order of software waits to be shipped",
    edits: [
      {
        file: "worker/domain/payments/invoices/record-payment.ts",
        from: "coalesce(${statusWhenSettled}, 'processing')",
        to: "'processing'",
      },
    ],
    tests: fulfilLinesTest,
    title: "alone is received when it is paid",
  },
  {
    name: "more units are refunded than are left",
    edits: [
      {
        file: refundOrderFile,
        from: "if (quantity > remainingQuantity(part))",
        to: "if (quantity > part.quantity)",
      },
    ],
    tests: lineRefundsTest,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "shipping is refunded without its tax",
    edits: [
      {
        file: "worker/domain/payments/refunds/read-refundable.ts",
        from: "select o.tax - coalesce((select sum(tax_amount) from goods), 0) as tax",
        to: "select (o.tax - coalesce((select sum(tax_amount) from goods), 0)) * 0 as tax",
      },
    ],
    tests: lineRefundsTest,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "refunding the rest of an order includes lines refunded before",
    edits: [
      {
        file: sharesFile,
        from: "parts.filter((part) => remainingQuantity(part) > 0).map((part) => computeShare(part, remainingQuantity(part)))",
        to: "parts.map((part) => computeShare(part, part.quantity))",
      },
    ],
    tests: lineRefundsTest,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a line named twice is refunded twice",
    edits: [
      {
        file: "worker/contract/v1/admin/orders.ts",
        from: "new Set(lines.map(({ line_id }) => line_id)).size === lines.length",
        to: "lines.length > 0",
      },
    ],
    tests: lineRefundsTest,
    title: "names an amount or lines",
  },
  {
    name: "a refund whose reply was lost is retried under another idempotency key",
    edits: [
      {
        file: "worker/domain/payments/refunds/execute-refund.ts",
        from: "const key = `refund_${claim.id}`;",
        to: "const key = `refund_${crypto.randomUUID()}`;",
      },
    ],
    tests: lineRefundsTest,
    title: "is asked for again under the same key",
  },
  {
    name: "a lost reply of accounting duplicates the record",
    edits: [
      {
        file: "worker/domain/accounting/exports/make-record.ts",
        from: "const existing = tries > 1 ? await",
        to: "const existing = tries < 0 ? await",
      },
      {
        file: "worker/domain/accounting/exports/make-record.ts",
        from: 'item: { items: lines } }, ["item"])',
        to: "item: { items: lines } }, [])",
      },
    ],
    tests: "v1/admin/net-suite-exports.test.ts",
    title: "an answer that was lost is found by our id",
  },
  {
    name: "an invoice is linked although accounting has another total",
    edits: [
      {
        file: "worker/domain/accounting/exports/export-invoice.ts",
        from: "if (!transaction || total === null || transaction.total === total) return;",
        to: "if (total !== -1) return;",
      },
    ],
    tests: "v1/admin/net-suite-exports.test.ts",
    title: "what the accounting system cannot take says why",
  },
  {
    name: "an unpaid order is shipped",
    edits: [{ file: "worker/contract/buying/shippable.ts", from: '  pending: "unpaid",', to: "  pending: undefined," }],
    tests: "v1/admin/shipping/ship-order.test.ts",
    title: "is refused with the reason",
  },
  {
    name: "a different amount at the payment provider is no discrepancy",
    edits: [
      {
        file: "worker/domain/accounting/reconciliation/compare-ledger.ts",
        from: "where l.amount <> l.amount_cents or l.currency <> 'usd'",
        to: "where l.currency <> 'usd'",
      },
    ],
    tests: "v1/admin/books.test.ts",
    title: "what was planted is found",
  },
  {
    name: "an unknown charge at the payment provider is no discrepancy",
    edits: [
      {
        file: "worker/domain/accounting/reconciliation/compare-movements.ts",
        from: "and o.left_over <> 0",
        to: "and o.left_over < 0",
      },
    ],
    tests: "v1/admin/books.test.ts",
    title: "what was planted is found",
  },
  {
    name: "a refund missing in accounting is no discrepancy",
    edits: [
      {
        file: "worker/domain/accounting/reconciliation/compare-ledger.ts",
        from: "where case when l.memo_id is null then ${isDueForExport(sql`l.created_at`)}\n",
        to: "where case when l.memo_id is null then ${isDueForExport(sql`l.created_at`)} and false\n",
      },
    ],
    tests: "v1/admin/books-accounting.test.ts",
    title: "what accounting lacks",
  },
  {
    name: "a paid subscription ends here and continues at the payment provider",
    edits: [
      {
        file: "worker/domain/payments/subscriptions/change-subscriptions.ts",
        from: "if (!current.stripe_id) return sql`least(",
        to: "if (current.status) return sql`least(",
      },
    ],
    tests: "v1/admin/subscriptions.test.ts",
    title: "reaches the payment provider",
  },
  {
    name: "concurrent orders by link exceed the 15 unpaid ones",
    edits: [
      {
        file: "worker/domain/sales/payment-links/insert-link-order.ts",
        from: "${unpaidLinkOrders(org_id)} < ${unpaidLinkOrdersMax}",
        to: "${unpaidLinkOrders(org_id)} < 1000 * ${unpaidLinkOrdersMax}",
      },
    ],
    tests: "v1/client/orders-by-link.test.ts",
    title: "at most 15 that are not paid",
  },
  {
    name: "an order to which accounting added tax is invoiced",
    edits: [
      {
        file: "worker/domain/accounting/exports/export-invoice.ts",
        from: "if (cents !== amount)",
        to: "if (cents < amount)",
      },
    ],
    tests: "v1/admin/net-suite-exports.test.ts",
    title: "a tax that NetSuite computes itself",
  },
  {
    name: "an order that its fulfilment invoiced is invoiced again",
    edits: [
      {
        file: "worker/domain/accounting/exports/export-invoice.ts",
        from: 'type === "invoice" && knownRecords.fulfilmentInvoices.length > 0',
        to: 'type === "invoice" && knownRecords.fulfilmentInvoices.length > 1',
      },
    ],
    tests: "v1/admin/net-suite/billing-after-fulfilment.test.ts",
    title: "without Advanced Shipping",
  },
  {
    name: "a line with a canceled piece stays open in accounting once the others have shipped",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/record-shipment.ts",
        from: "invoices.is_net_suite_sync_needed or pieces.has_reduced_lines,",
        to: "invoices.is_net_suite_sync_needed,",
      },
    ],
    tests: "v1/admin/net-suite-exports.test.ts",
    title: "is closed in accounting once its other pieces have shipped",
  },
  {
    name: "an order on account ships while its invoice is being voided",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/read-order.ts",
        from: "a.kind in ('void', 'write_off')",
        to: "a.kind in ('write_off')",
      },
    ],
    tests: fulfilLinesTest,
    title: "lets nothing ship on account",
  },
  {
    name: "a shipment of an order that is canceled meanwhile is answered as done",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/record-shipment.ts",
        from: "select status as stopped_as from before where is_stopped",
        to: "select status as stopped_as from before where false",
      },
    ],
    tests: fulfilLinesTest,
    title: "is told to a shipment that read the order before it",
  },
  {
    name: "an order is canceled by a second click while its refund is unanswered",
    edits: [
      {
        file: "worker/domain/payments/refunds/cancel-order.ts",
        from: "await executeRefund(ctx, order, claim);",
        to: "if (!claim) await executeRefund(ctx, order, claim);",
      },
    ],
    tests: "v1/admin/orders.test.ts",
    title: "cancels no order while its refund is unanswered",
  },
  {
    name: "an action is claimed on an invoice as it was before the end of another",
    edits: [
      {
        file: "worker/domain/payments/invoices/actions/claim-action.ts",
        from: "select 1 from invoices where id = ${invoiceId} for no key update",
        to: "select 1 from invoices where id = ${invoiceId}",
      },
    ],
    tests: invoiceVerbsTest,
    title: "is not noted as paid by a request that waits",
  },
  {
    name: "a plan that was canceled meanwhile is switched by the retry job",
    edits: [
      {
        file: "worker/domain/payments/subscriptions/switch-plan.ts",
        from: "provider && provider.cancel_at !== null",
        to: 'provider && provider.id === ""',
      },
    ],
    tests: "v1/client/plan-switch.test.ts",
    title: "is not made any more once its plan was canceled",
  },
];
