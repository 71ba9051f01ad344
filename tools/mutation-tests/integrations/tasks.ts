import type { Mutant } from "../mutant.ts";

const run = "worker/domain/platform/tasks/run-tasks.ts";
const shipment = "worker/domain/fulfilment/packages/record-shipment.ts";

/** Issue 12: the task runner, accounting, shipping, builds. */
export const taskMutants: Mutant[] = [
  {
    name: "a runner that takes over begins anew: the cursor is not written with its page",
    edits: [
      {
        file: run,
        from: "cursor = ${isDone ? sql`null` : jsonOf(cursor)},",
        to: "cursor = ${isDone ? sql`null` : sql`tasks.cursor`},",
      },
    ],
    tests: "faults/tasks.test.ts",
    title: "a runner that is killed in the middle",
  },
  {
    name: "the lease of a runner at work is nobody's",
    edits: [
      {
        file: "worker/domain/platform/tasks/lease.ts",
        from: "sql`t.lease_until <= now()`",
        to: "sql`t.lease_until is not null`",
      },
    ],
    tests: "faults/tasks.test.ts",
    title: "a runner that is killed in the middle",
  },
  {
    name: "a runner that lost its lease goes on writing",
    edits: [
      {
        file: "worker/domain/platform/tasks/lease.ts",
        from: "sql`name = ${name} and fence = ${fence}`",
        to: "sql`name = ${name} and fence >= ${fence}`",
      },
    ],
    tests: "v1/admin/net-suite/exports.test.ts",
    title: "a runner that lost its lease neither counts",
  },
  {
    name: "a record that was mended still counts as failed",
    edits: [
      {
        file: "worker/domain/platform/tasks/retry-task-record.ts",
        from: "set processed = processed + 1, failed = failed - 1 from",
        to: "set processed = processed, failed = failed from",
      },
    ],
    tests: "v1/admin/tasks.test.ts",
    title: "mended, it is done again",
  },
  {
    name: "an answer that was lost makes the record again: nobody looks for it first",
    edits: [
      {
        file: "worker/domain/accounting/exports/make-record.ts",
        from: "const known = tries > 1 ? await",
        to: "const known = tries < 0 ? await",
      },
      {
        file: "worker/domain/accounting/exports/make-record.ts",
        from: 'netSuite.upsert(type, external_id, body, ["item"])',
        to: "netSuite.upsert(type, external_id, body, [])",
      },
    ],
    tests: "v1/admin/net-suite/exports.test.ts",
    title: "an answer that was lost is found by our id",
  },
  {
    name: "an invoice is linked although accounting computed another total",
    edits: [
      {
        file: "worker/domain/accounting/exports/export-invoice.ts",
        from: "if (record.total !== total)",
        to: "if (total < 0)",
      },
    ],
    tests: "v1/admin/net-suite/exports.test.ts",
    title: "what the accounting system cannot take says why",
  },
  {
    name: "what was refunded wholly before is exported",
    edits: [
      {
        file: "worker/domain/accounting/exports/export-invoice.ts",
        from: "if (isGivenBack(invoice) && !isKnown)",
        to: "if (isGivenBack(invoice) && isKnown)",
      },
    ],
    tests: "v1/admin/net-suite/exports.test.ts",
    title: "what was refunded wholly before is not exported",
  },
  {
    name: "products of items that a page left out are archived",
    edits: [
      {
        file: "worker/domain/accounting/import-items.ts",
        from: "ids.filter((id) => !isThere.has(id))",
        to: "ids.filter((id) => id !== String(isThere.size))",
      },
    ],
    tests: "v1/admin/net-suite/products.test.ts",
    title: "rows that come twice or go are neither doubled nor lost",
  },
  {
    name: "a later package sends a second mail",
    edits: [
      {
        file: shipment,
        from: "sql`select * from o where o.before_status in ('new', 'processing')`",
        to: "sql`select * from o`",
      },
      {
        file: "worker/domain/fulfilment/packages/shipping-mails.ts",
        from: "event: sql`'orderShipped:' || o.id`",
        to: "event: sql`'orderShipped:' || o.id || now()`",
      },
    ],
    tests: "v1/admin/shipping/ship-order.test.ts",
    title: "a later post adds its package without a second mail",
  },
  {
    name: "the devices of a shipment are not registered",
    edits: [
      {
        file: shipment,
        from: "join order_lines l on l.id = s.line_id cross join o`",
        to: "join order_lines l on l.id = s.line_id cross join o where false`",
      },
    ],
    tests: "v1/admin/shipping/ship-order.test.ts",
    title: "registers its devices",
  },
  {
    name: "an order that nobody has paid is shipped",
    edits: [{ file: "worker/contract/buying/shippable.ts", from: '  pending: "unpaid",', to: "  pending: undefined," }],
    tests: "v1/admin/shipping/ship-order.test.ts",
    title: "is refused with the reason",
  },
  {
    name: "an order is received with its first package",
    edits: [
      {
        file: "worker/domain/fulfilment/packages/receive-orders.ts",
        from: "when before.status = 'shipped' and not exists (\n          select 1 from jsonb_array_elements(known.packages) parcel where parcel ->> 'delivered_at' is null\n        ) then",
        to: "when before.status = 'shipped' then",
      },
    ],
    tests: "v1/admin/shipping/tracking.test.ts",
    title: "when its last package was delivered",
  },
  {
    name: "a shipment whose answer was lost is made again",
    edits: [
      {
        file: "worker/domain/fulfilment/shipping/make-shipments.ts",
        from: "const found = wasAsked ? await find() : undefined;",
        to: "const found = wasAsked ? undefined : undefined;",
      },
    ],
    tests: "v1/admin/shipping/carrier.test.ts",
    title: "looked up by",
  },
  {
    name: "a real order is removed with the test orders",
    edits: [
      {
        file: "worker/domain/fulfilment/shipping/test-orders.ts",
        from: "where org_id = ${org_id} and is_test for update)",
        to: "where org_id = ${org_id} for update)",
      },
      {
        file: "worker/domain/fulfilment/shipping/test-orders.ts",
        from: "where orders.id = gone.id and orders.is_test\n",
        to: "where orders.id = gone.id\n",
      },
    ],
    tests: "v1/admin/shipping/carrier.test.ts",
    title: "a real order never is",
  },
];
