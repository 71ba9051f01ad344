/** `from` stands in the file exactly once. */
type Edit = { file: string; from: string; to: string };
/** A mistake that breaks one promise, and the tests that must notice it. */
export type Mutant = { name: string; edits: Edit[]; tests: string; title?: string };

const claim = "worker/domain/checkout/claim-attempt.ts";
const advance = "worker/domain/payments/advance-attempt.ts";
const record = "worker/domain/invoices/record-payment.ts";

/**
 * Eight mistakes that tests must find. Where this architecture has no such line, the nearest one that breaks the same promise
 * stands for it: a second defence that would hide the mistake is taken away with it.
 */
export const mutants: Mutant[] = [
  {
    // The cart's row guards the claim too, so that without the unique key alone nothing would break.
    name: "drop the unique: a version of a cart may be claimed twice",
    edits: [
      {
        file: "migrations/0001_store.sql",
        from: 'CREATE UNIQUE INDEX "checkout_attempts_cart_version_unique"',
        to: 'CREATE INDEX "checkout_attempts_cart_version_unique"',
      },
      { file: claim, from: " on conflict (cart_id, cart_version) do nothing", to: "" },
      {
        file: claim,
        from: "\n          and not is_complete\n          and attempt_id is null\n        for update of carts",
        to: "",
      },
    ],
    tests: "double-submit",
  },
  {
    // Every reading draws a number of its own, so that < and <= are the same; without the fence they are not.
    name: "no fence: an older answer overwrites a newer one",
    edits: [
      { file: "worker/domain/subscriptions/record-subscription.ts", from: " and s.applied_seq < ${seq}", to: "" },
    ],
    tests: "callbacks",
    title: "older",
  },
  {
    name: "skip the refetch: a callback about a charge is believed to need none",
    edits: [
      {
        file: "worker/domain/callbacks/apply-event.ts",
        from: "    await refreshPayment(ctx, known.id);\n",
        to: "",
      },
    ],
    tests: "worker-and-database",
    title: "a callback that comes",
  },
  {
    name: "new key on retry: the key is not the attempt's",
    edits: [
      { file: advance, from: "`co_${attempt.id}_order`", to: "`co_${attempt.id}_order_${crypto.randomUUID()}`" },
      {
        file: advance,
        from: "`co_${attempt.id}_${leg.id}`",
        to: "`co_${attempt.id}_${leg.id}_${crypto.randomUUID()}`",
      },
    ],
    tests: "cut-points",
    title: "charged and not answered",
  },
  {
    // No price comes from the client; the one that they were last shown is the nearest to it.
    name: "trust the client's price: what they saw is charged, whatever it costs now",
    edits: [
      {
        file: "worker/domain/checkout/read-checkout.ts",
        from: "'price', ${priceAt(sql`select name from level`)}",
        to: "'price', (c.seen_prices ->> p.id::text)::bigint",
      },
      { file: claim, from: " or (p.price_levels ->> ${level}::text)::bigint is distinct from i.price", to: "" },
    ],
    tests: "model",
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
    tests: "model",
  },
  {
    // The rank is the ledger: a status that looks at the newest answer alone has none.
    name: "no rank guard: an answer without the charge takes the payment back",
    edits: [
      {
        file: record,
        from: "select stripe_object_id, kind, amount_cents from payment_ledger where invoice_id = ${state.invoice_id}\n      union select",
        to: "select",
      },
    ],
    tests: "callbacks",
    title: "older",
  },
  {
    name: "send the mail in the request",
    edits: [
      {
        file: record,
        from: 'import type { Ctx } from "../context.ts";',
        to: 'import type { Ctx } from "../context.ts";\nimport { deliverOutbox } from "../notifications/index.ts";',
      },
      {
        file: record,
        from: "if (row && row.status !== row.before) ctx.wakeWorkers();",
        to: "if (row && row.status !== row.before) await deliverOutbox(ctx);",
      },
    ],
    tests: "worker-and-database",
    title: "does not wait for the mail",
  },
];
