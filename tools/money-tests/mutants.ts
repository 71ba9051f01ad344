import type { Mutant } from "../mutation-tests/mutant.ts";

const placedFile = "worker/domain/sales/checkout/placed.ts";
const claimFile = "worker/domain/sales/checkout/claim-attempt.ts";
const advanceFile = "worker/domain/payments/advance-attempt.ts";
const recordFile = "worker/domain/payments/invoices/record-payment.ts";

/**
 * Mistakes in handling money, applied one at a time: the named test must fail. If a second line of code would prevent
 * the mistake, that line is changed too.
 */
export const mutants: Mutant[] = [
  {
    // The conditions on the cart's row prevent a second claim too, so dropping only the unique key would break nothing.
    name: "drop the unique: a version of a cart may be claimed twice",
    edits: [
      {
        file: "migrations/0000_baseline.sql",
        from: "CREATE UNIQUE INDEX checkout_attempts_cart_version_unique",
        to: "CREATE INDEX checkout_attempts_cart_version_unique",
      },
      { file: placedFile, from: " on conflict (cart_id, cart_version) do nothing", to: "" },
      {
        file: claimFile,
        from: "\n          and not is_complete\n          and attempt_id is null\n        for update of carts",
        to: "",
      },
    ],
    tests: "faults/double-submit.test.ts",
  },
  {
    // The whole comparison is removed: `<=` would be equivalent to `<`, because every read draws a new fencing token.
    name: "no fence: an older answer overwrites a newer one",
    edits: [
      {
        file: "worker/domain/payments/subscriptions/record-subscription.ts",
        from: " and s.applied_seq < ${seq}",
        to: "",
      },
    ],
    tests: "faults/callbacks.test.ts",
    title: "older",
  },
  {
    name: "skip the refetch: a callback about a charge is believed to need none",
    edits: [
      {
        file: "worker/domain/payments/webhooks/apply-event.ts",
        from: "    await refreshPayment(ctx, row.id);\n",
        to: "",
      },
    ],
    tests: "faults/worker-and-database.test.ts",
    title: "a callback that comes",
  },
  {
    name: "new key on retry: the key is not the attempt's",
    edits: [
      { file: advanceFile, from: "`co_${attempt.id}_order`", to: "`co_${attempt.id}_order_${crypto.randomUUID()}`" },
      {
        file: advanceFile,
        from: "`co_${attempt.id}_${charge.id}`",
        to: "`co_${attempt.id}_${charge.id}_${crypto.randomUUID()}`",
      },
    ],
    tests: "faults/cut-points.test.ts",
    title: "charged and not answered",
  },
  {
    // Clients send no prices; the last price shown to them comes nearest.
    name: "trust the client's price: what they saw is charged, whatever it costs now",
    edits: [
      {
        file: "worker/domain/sales/checkout/read-checkout.ts",
        from: "'price', coalesce(item.quoted_price, ${priceAt(sql`select name from level`)})",
        to: "'price', (c.seen_prices ->> p.id::text)::bigint",
      },
      {
        file: claimFile,
        from: "(p.price_levels ->> ${level}::text)::bigint is distinct from i.price\n  or ",
        to: "",
      },
    ],
    tests: "v1/store/checkout-refusals.test.ts",
    title: "a price that changed since makes the cart outdated",
  },
  {
    name: "mark declined on a timeout",
    edits: [
      {
        file: "worker/gateways/stripe-invoices.ts",
        from: 'if (fault.kind === "unknown") return { outcome: "unknown" };',
        to: 'if (fault.kind === "unknown") return { outcome: "declined", message: "No answer." };',
      },
    ],
    tests: "faults/model/model.test.ts",
  },
  {
    // The status follows from the ranks of all ledger entries; the newest event alone has no rank.
    name: "no rank guard: an answer without the charge takes the payment back",
    edits: [
      {
        file: recordFile,
        from: "select stripe_object_id, kind, amount_cents from payment_ledger where invoice_id = ${state.invoice_id}\n      union select",
        to: "select",
      },
    ],
    tests: "faults/callbacks.test.ts",
    title: "older",
  },
  {
    name: "send the mail in the request",
    edits: [
      {
        file: recordFile,
        from: 'import type { Ctx } from "../../context.ts";',
        to: 'import type { Ctx } from "../../context.ts";\nimport { deliverOutbox } from "../../notifications/index.ts";',
      },
      {
        file: recordFile,
        from: "if (row && (row.status !== row.before || row.has_further_mail)) ctx.wakeWorkers();",
        to: "if (row && (row.status !== row.before || row.has_further_mail)) await deliverOutbox(ctx);",
      },
    ],
    tests: "faults/worker-and-database.test.ts",
    title: "does not wait for the mail",
  },
];
