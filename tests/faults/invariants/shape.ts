import type { Records, Invariant } from "./records.ts";
import type { Invoice, Order } from "./our-records.ts";
import { sum } from "../../support/sum.ts";

const duplicates = (keys: string[]) => [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
const maxCents = 100_000_000_000;

const goodsCents = (lines: { price: number; quantity: number }[]) =>
  sum(lines.map((line) => line.price * line.quantity));
const listInvoices = ({ ours }: Records, { id }: { id: string }) =>
  ours.invoices.filter((one) => one.reference_id === id);

function listAmounts(order: Order): number[] {
  return [
    order.total,
    order.shipping,
    order.tax,
    ...order.lines.flatMap((line) => [line.price, line.quantity, line.tax_amount]),
  ];
}

export const shapeInvariants: Record<string, Invariant> = {
  "F1 whole orders": (records) =>
    records.ours.orders.flatMap((order) => [
      ...(order.lines.length === 0 ? [`order ${order.id} has no lines`] : []),
      ...(listInvoices(records, order).length === 1 ? [] : [`order ${order.id} has no invoice of its own`]),
    ]),
  "F1 nothing is left behind": ({ ours }) => {
    const knownIds = new Set([...ours.orders, ...ours.subscriptions].map(({ id }) => id));
    return ours.invoices
      .filter((one) => !knownIds.has(one.reference_id))
      .map(({ id }) => `invoice ${id} is for nothing`);
  },
  "F1 nothing is left open": ({ ours }) => [
    ...ours.attempts
      .filter((one) => ["claimed", "pending"].includes(one.status) && one.action_url === null)
      .map(({ id, status }) => `attempt ${id} is ${status}`),
    ...ours.carts
      .filter((cart) => cart.attempt_id && !ours.attempts.some((one) => one.id === cart.attempt_id && one.action_url))
      .map(({ cart_no }) => `cart ${cart_no} is locked by an attempt that has ended`),
  ],
  "M1 totals": (records) => [
    ...records.ours.orders.flatMap((order) => [
      ...(order.total === goodsCents(order.lines) + order.shipping + order.tax
        ? []
        : [`order ${order.id} does not add up`]),
      ...(sum(listInvoices(records, order).map(({ amount }) => amount)) === order.total
        ? []
        : [`the invoices of order ${order.id} are not its total`]),
    ]),
    ...records.ours.invoices
      .filter((one) => one.amount !== goodsCents(one.products) + one.shipping + one.tax)
      .map(({ id }) => `invoice ${id} does not add up`),
  ],
  "M3 once": ({ ours }) =>
    duplicates([
      ...ours.attempts.map((one) => `attempt for cart ${one.cart_id} version ${one.cart_version}`),
      ...ours.orders.flatMap((one) => (one.attempt_id ? [`order for attempt ${one.attempt_id}`] : [])),
      ...ours.invoices.map((one) => `invoice for ${one.reference_type} ${one.reference_id} since ${one.period_start}`),
      ...ours.ledger.map((one) => `${one.kind} of ${one.stripe_object_id}`),
    ]).map((what) => `more than one ${what}`),
  "M9 tax": (records) => {
    const { ours, theirs } = records;
    return ours.orders
      .filter(({ tax_calculation_id }) => tax_calculation_id !== null)
      .flatMap((order) => {
        const calculatedTax = theirs.taxes.find(({ id }) => id === order.tax_calculation_id)?.tax_amount_exclusive;
        const invoice = ours.invoices.find(({ reference_id }) => reference_id === order.id);
        const plans = ours.subscriptions.filter(({ attempt_id }) => attempt_id === order.attempt_id);
        // `subscriptions.tax` is the tax of the current term; switching the plan changes it.
        const firstInvoices = plans.flatMap((plan) =>
          listInvoices(records, plan).filter((one) => one.billing_reason === "subscription_create"),
        );
        const totalTax = order.tax + sum(firstInvoices.map(({ tax }) => tax));
        // Refused plans no longer exist, so their part of the tax is missing.
        const isWhole = calculatedTax === totalTax || (plans.length === 0 && (calculatedTax ?? 0) > totalTax);
        const lines = sum(order.lines.map(({ tax_amount }) => tax_amount));
        return [
          ...(isWhole ? [] : [`order ${order.id} and its plans are taxed ${totalTax}, not ${calculatedTax}`]),
          ...(lines <= order.tax && invoice?.tax === order.tax
            ? []
            : [`the lines of order ${order.id} are taxed ${lines}`]),
        ];
      });
  },
  "M10 carts": ({ ours }) => {
    const numbers = ours.carts.map(({ cart_no }) => cart_no);
    const openUsers = ours.carts.filter(({ is_complete }) => !is_complete).map(({ user_id }) => user_id);
    return [
      ...(numbers.join() === numbers.toSorted().join() ? [] : [`cart numbers do not increase: ${numbers}`]),
      ...duplicates([...numbers, ...openUsers]).map((what) => `more than one cart ${what}`),
    ];
  },
  "M11 subscriptions": ({ ours }) => [
    ...duplicates(
      ours.subscriptions
        .filter(({ status }) => ["incomplete", "active", "past_due"].includes(status))
        .map(({ product_id }) => product_id),
    ).map((id) => `more than one live subscription to ${id}`),
    ...ours.subscriptions.flatMap(({ id }) =>
      findOverlaps(ours.invoices.filter(({ reference_id }) => reference_id === id)),
    ),
  ],
  "M13 serials": ({ ours }) =>
    duplicates(ours.orders.flatMap(({ lines }) => lines.flatMap(({ serial_number }) => serial_number))).map(
      (serial) => `serial ${serial} was sold twice`,
    ),
  "M17 parents": ({ ours }) => {
    const isForeign = ({ org_id }: { org_id: string }) => org_id !== ours.org_id;
    const rows = [
      ...ours.attempts,
      ...ours.orders,
      ...ours.invoices,
      ...ours.ledger,
      ...ours.subscriptions,
      ...ours.carts,
    ];
    return rows.filter(isForeign).map((row) => `a row of another organization: ${JSON.stringify(row)}`);
  },
  "M20 sums": ({ ours }) =>
    [
      ...ours.orders.flatMap(listAmounts),
      ...ours.invoices.flatMap(({ amount, shipping, tax }) => [amount, shipping, tax]),
    ]
      .filter((cents) => !Number.isSafeInteger(cents) || cents < 0 || cents > maxCents)
      .map((cents) => `${cents} is no amount`),
};

const shortestTermMs = 27 * 86_400_000;

/** Periods of one subscription that start less than a term apart; a switch may start a period at any time. */
function findOverlaps(invoices: Invoice[]): string[] {
  const starts = invoices
    .filter(({ billing_reason }) => billing_reason !== "manual")
    .map(({ period_start }) => Date.parse(period_start))
    .toSorted((one, other) => one - other);
  return starts
    .filter((start, at) => at > 0 && start - (starts[at - 1] ?? 0) < shortestTermMs)
    .map((start) => `two invoices of subscription ${invoices[0]?.reference_id} near ${new Date(start).toISOString()}`);
}
