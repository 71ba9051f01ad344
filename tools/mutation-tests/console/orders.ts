import type { Mutant } from "../mutant.ts";

const prices = "worker/domain/fulfilment/orders/order-prices.ts";
const refund = "worker/domain/payments/refunds/refund-order.ts";
const lineRefunds = "v1/admin/orders/line-refunds.test.ts";

/** Issue 13: orders, refunds, and why a customer paid that. */
export const orderMutants: Mutant[] = [
  {
    name: "why this price tells today's price as that of the order",
    edits: [
      {
        file: prices,
        from: "coalesce(${tracedAt(sql`leveled.name`, sql`o.created_at`)}, ${untold})",
        to: "coalesce(${tracedAt(sql`leveled.name`, sql`now()`)}, ${untold})",
      },
    ],
    tests: "v1/admin/orders/order-prices.test.ts",
  },
  {
    name: "why this price names who gave the level after the order",
    edits: [{ file: prices, from: "\n    and a.created_at <= ${instant}", to: "\n    and ${instant} is not null" }],
    tests: "v1/admin/orders/order-prices.test.ts",
  },
  {
    name: "why this price does not tell what the cart showed",
    edits: [
      {
        file: prices,
        from: "'in_cart', (cart.seen_prices ->> l.product_id::text)::bigint",
        to: "'in_cart', l.price",
      },
    ],
    tests: "v1/admin/orders/order-prices.test.ts",
  },
  {
    name: "pieces of a line give back a rounded share of its tax",
    edits: [
      {
        file: "worker/domain/payments/refunds/shares.ts",
        from: "tax: taxOfFirst(part, part.back.quantity + quantity) - part.back.tax",
        to: "tax: Math.round((part.tax / part.quantity) * quantity)",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a line is refunded without its tax",
    edits: [
      {
        file: "worker/domain/payments/refunds/shares.ts",
        from: "shares.reduce((sum, { amount, tax }) => sum + amount + tax, 0)",
        to: "shares.reduce((sum, { amount }) => sum + amount, 0)",
      },
    ],
    tests: lineRefunds,
    title: "gives back pieces with their share of the tax",
  },
  {
    name: "a double click refunds twice: the key is not the form's",
    edits: [
      {
        file: refund,
        from: "`${order.invoice_id}_${wish.key ?? `${order.refunds}_${asked_for}`}`",
        to: "`${order.invoice_id}_${crypto.randomUUID()}`",
      },
    ],
    tests: lineRefunds,
    title: "is one however often the form is sent",
  },
  {
    name: "a form that is sent again with something else in it is answered as done",
    edits: [{ file: refund, from: "if (claim.asked_for !== asked_for)", to: "if (claim.asked_for === undefined)" }],
    tests: lineRefunds,
    title: "a form that says something else is not",
  },
  {
    name: "two who refund the last pieces at the same moment both do",
    edits: [
      {
        file: "worker/domain/payments/refunds/claim-refund.ts",
        from: "where id = ${invoice_id} and refund_seq = ${refund_seq}",
        to: "where id = ${invoice_id} and ${refund_seq} >= 0",
      },
    ],
    tests: lineRefunds,
    title: "of the last pieces is given once",
  },
  {
    name: "lines whose refund failed at the bank are never free again",
    edits: [
      {
        file: "worker/domain/fulfilment/orders/given-back.ts",
        from: "sql`(r.status not in ('failed', 'canceled')\n  and (r.status = 'asked' or coalesce(r.given_amount, r.amount) >= r.amount))`",
        to: "sql`r.status is not null`",
      },
    ],
    tests: lineRefunds,
    title: "or that fails at the bank after all",
  },
  {
    name: "an order that was shipped is canceled, and its money given back",
    edits: [
      {
        file: "worker/domain/payments/refunds/cancel-order.ts",
        from: 'if (order.status === "shipped" || order.status === "received")',
        to: 'if (order.status === "received")',
      },
    ],
    tests: "v1/admin/orders.test.ts",
    title: "does not cancel an order that was",
  },
  {
    name: "a note is written for each click",
    edits: [
      {
        file: "worker/domain/fulfilment/orders/order-notes.ts",
        from: "${id ?? crypto.randomUUID()}",
        to: "${crypto.randomUUID()}",
      },
    ],
    tests: "v1/admin/orders/order-notes.test.ts",
  },
  {
    name: "the timeline of an order does not name who acted on somebody's behalf",
    edits: [
      {
        file: "worker/domain/fulfilment/orders/order-history.ts",
        from: "support: sql`(select u.first_name || ' ' || u.last_name from users u where u.id = a.impersonator_id)`",
        to: "support: sql`null`",
      },
    ],
    tests: "http/pages/console/refund.test.ts",
    title: "names who did what, and on whose behalf",
  },
  {
    name: "the customer reads the name of the administrator who refunded",
    edits: [
      {
        file: "worker/domain/fulfilment/orders/order-history.ts",
        from: "by: sql`and u.org_id = o.org_id and a.impersonator_id is null`",
        to: "by: sql``",
      },
    ],
    tests: "http/pages/console/refund.test.ts",
    title: "names who did what, and on whose behalf",
  },
  {
    name: "an invoice that accounting has is not flagged by the administrator's button",
    edits: [
      {
        file: "worker/domain/payments/invoices/admin-invoices.ts",
        from: "set is_net_suite_sync_needed = ${isNeeded}",
        to: "set is_net_suite_sync_needed = is_net_suite_sync_needed",
      },
    ],
    tests: "v1/client/orders.test.ts",
    title: "are flagged for the accounting export",
  },
];
