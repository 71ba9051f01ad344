// Random histories of orders and plans, and their insertion into an empty shop.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Query } from "../database.ts";

export type Line = "gross" | "refunds" | "disputes";
/** `at` is in ms; amounts are signed US cents. */
export type Booking = { id: string; object: string; kind: string; cents: number; at: number };
export type OrderedLine = { id: string; product: number; price: number; quantity: number; tax: number };
export type Refund = { id: string; object: string; amount: number; lines: { line: OrderedLine; quantity: number }[] };
export type Invoice = {
  id: string;
  amount: number;
  shipping: number;
  tax: number;
  lines: OrderedLine[];
  state: string | null;
  status: string;
  closed_as: string | null;
  reason: "manual" | "subscription_create" | "subscription_cycle";
  at: number;
  bookings: Booking[];
  refunds: Refund[];
};
export type Order = { id: string; level: string | null; is_canceled: boolean; invoice: Invoice };
export type Plan = {
  id: string;
  product: number;
  amount: number;
  tax: number;
  interval: "day" | "week" | "month" | "year";
  count: number;
  status: string;
  start: number;
  cancel: number | null;
  period_end: number;
  is_at_provider: boolean;
  invoices: Invoice[];
};
export type History = { org: string; level: string | null; orders: Order[]; plans: Plan[] };

export const dayMs = 86_400_000;
export const productCount = 60;
/** Plans are the last entries of `productIds`, after the products. */
export const planCount = 6;
export const productIds = Array.from({ length: productCount + planCount }, () => randomUUID());

const cents = (max: number) => fc.integer({ min: 1, max });
const levels = fc.constantFrom("Base Price", "Partner", "Education", null);
const states = fc.constantFrom("TX", "NY", "CA", null);

const orderedLine = fc.record({
  product: fc.integer({ min: 0, max: productCount - 1 }),
  price: cents(500_000),
  quantity: fc.integer({ min: 1, max: 5 }),
  tax: fc.integer({ min: 0, max: 9999 }),
});
/** Parts of a payment in thousandths of the amount; their sum may be less or more than the whole. */
const parts = fc.oneof(
  { weight: 6, arbitrary: fc.constant([1000]) },
  { weight: 3, arbitrary: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant([1003]) },
);
const payment = fc.record({
  parts,
  kinds: fc.array(fc.constantFrom("charge", "balance", "paid_out_of_band"), { minLength: 3, maxLength: 3 }),
  owed: fc.option(cents(5000), { freq: 6, nil: 0 }),
});
const refund = fc.record({
  way: fc.constantFrom("lines", "amount", "failed", "failed lines"),
  cents: cents(20_000),
  after: fc.integer({ min: 0, max: 60 * 24 }),
});
const dispute = fc.option(
  fc.record({
    thousandths: fc.integer({ min: 1, max: 1000 }),
    after: fc.integer({ min: 1, max: 40 * 24 }),
    is_won: fc.boolean(),
  }),
  { freq: 4 },
);
const bill = fc.record({
  state: states,
  payment,
  refunds: fc.array(refund, { maxLength: 3 }),
  dispute,
  unpaid: fc.constantFrom("", "", "", "pending", "declined", "void", "written_off"),
});
const order = fc.record({
  bill,
  lines: fc.array(orderedLine, { minLength: 1, maxLength: 4 }),
  shipping: fc.integer({ min: 0, max: 5000 }),
  level: levels,
  is_canceled: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
  hours: fc.integer({ min: 0, max: 24 * 500 }),
});
const plan = fc.record({
  product: fc.integer({ min: productCount, max: productCount + planCount - 1 }),
  amount: cents(300_000),
  tax: fc.integer({ min: 0, max: 9999 }),
  interval: fc.constantFrom("day", "week", "month", "month", "year", "year"),
  count: fc.constantFrom(1, 1, 1, 2, 3),
  status: fc.constantFrom(
    "active",
    "active",
    "past_due",
    "canceled",
    "canceled",
    "incomplete",
    "incomplete_expired",
    "trialing",
    "unpaid",
  ),
  started: fc.integer({ min: 0, max: 400 }),
  ended: fc.integer({ min: 0, max: 70 }),
  ends: fc.option(fc.integer({ min: 1, max: 100 }), { freq: 3 }),
  renews: fc.integer({ min: -2, max: 100 }),
  is_at_provider: fc.integer({ min: 0, max: 9 }).map((each) => each > 0),
  bills: fc.array(bill, { minLength: 1, maxLength: 4 }),
});
const history = fc.record({
  level: levels,
  orders: fc.array(order, { maxLength: 2 }),
  plans: fc.array(plan, { maxLength: 1 }),
});
type RandomBill = typeof bill extends fc.Arbitrary<infer Value> ? Value : never;

/** Random histories up to `now`, repeatable by seed. */
export const randomHistories = (count: number, now: number, seed: number): History[] =>
  fc.sample(history, { numRuns: count, seed }).map(({ level, orders, plans }) => ({
    org: randomUUID(),
    level,
    orders: orders.map((each) => {
      const lines = each.lines.map((line) => ({ ...line, id: randomUUID() }));
      const at = now - each.hours * 3_600_000;
      const invoice = toInvoice(each.bill, { lines, shipping: each.shipping, at, now, reason: "manual" });
      return { id: randomUUID(), level: each.level, is_canceled: each.is_canceled, invoice };
    }),
    plans: plans.map(({ bills, started, ended, ends, renews, ...each }) => {
      // Six hours before now, so that no boundary passes during the test.
      const anchor = now - dayMs / 4;
      const start = anchor - started * dayMs;
      const period_end = anchor + renews * dayMs;
      const hasEnded = ["canceled", "incomplete_expired"].includes(each.status);
      const cancel = hasEnded ? anchor - ended * dayMs : ends === null ? null : anchor + ends * dayMs;
      const line = { id: randomUUID(), product: each.product, price: each.amount, quantity: 1, tax: each.tax };
      const invoices = bills.map((one, at) =>
        toInvoice(one, {
          lines: [line],
          shipping: 0,
          at: start + at * dayMs > now ? anchor : start + at * dayMs,
          now,
          reason: at === 0 ? "subscription_create" : "subscription_cycle",
        }),
      );
      return { ...each, id: randomUUID(), start, cancel, period_end, invoices };
    }),
  }));

type InvoiceInput = Pick<Invoice, "lines" | "shipping" | "at" | "reason"> & { now: number };

function toInvoice(random: RandomBill, { lines, shipping, at, now, reason }: InvoiceInput): Invoice {
  const goods = lines.reduce((sum, { price, quantity, tax }) => sum + price * quantity + tax, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const amount = goods + shipping;
  const bookings: Booking[] = [];
  const refunds: Refund[] = [];
  const addBooking = (kind: string, signedCents: number, hours: number, object: string = randomUUID()) => {
    // Bookings of the last second keep their order: no refund fails before it is made.
    const latest = now - 1000 + bookings.length;
    if (signedCents !== 0)
      bookings.push({
        id: randomUUID(),
        object,
        kind,
        cents: signedCents,
        at: Math.min(at + hours * 3_600_000, latest),
      });
    return object;
  };
  const isPaid = random.unpaid === "";
  // A declined invoice may be partly paid.
  const { parts: paid, kinds, owed } = random.payment;
  const shares = isPaid ? paid : random.unpaid === "void" ? [] : paid.slice(0, 1).map((part) => Math.min(part, 300));
  for (const [place, part] of shares.entries())
    addBooking(
      kinds[place] ?? "charge",
      Math.floor((amount * part) / 1000) + (place === 0 && isPaid ? owed : 0),
      place * 30,
    );
  if (isPaid) addBooking("balance_owed", -owed, 0);
  if (isPaid && reason === "manual")
    for (const { way, cents: sum, after } of random.refunds) {
      const line = lines[sum % lines.length];
      const isByLine = way.endsWith("lines") && line !== undefined;
      const quantity = isByLine ? 1 + (sum % line.quantity) : 0;
      const refundCents = isByLine ? line.price * quantity + taxOfPieces(line, quantity) : sum;
      if (refundCents === 0) continue;
      const object = addBooking("refund", -refundCents, 1 + after);
      if (way.startsWith("failed")) addBooking("refund_failed", refundCents, 50 + after, object);
      refunds.push({ id: randomUUID(), object, amount: refundCents, lines: isByLine ? [{ line, quantity }] : [] });
    }
  if (isPaid && random.dispute) {
    const { thousandths, after, is_won } = random.dispute;
    const withdrawn = Math.ceil((amount * thousandths) / 1000);
    const object = addBooking("dispute_withdrawn", -withdrawn, after);
    if (is_won) addBooking("dispute_reinstated", withdrawn, after + 500, object);
  }
  const closed_as = ["void", "written_off"].includes(random.unpaid) ? random.unpaid : null;
  const status = isPaid ? "paid" : closed_as ? "pending" : random.unpaid;
  return {
    id: randomUUID(),
    amount,
    shipping,
    tax,
    lines,
    state: random.state,
    status,
    closed_as,
    reason,
    at,
    bookings,
    refunds,
  };
}

export const taxOfPieces = ({ tax, quantity }: OrderedLine, pieces: number): number =>
  Math.floor((tax * pieces) / quantity);

const toIso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export async function insertHistories(database: Query, histories: readonly History[]): Promise<void> {
  const insert = async (table: string, columns: Record<string, string>, rows: object[]) => {
    const names = Object.keys(columns).join(", ");
    const typedColumns = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await database(
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as given (${typedColumns.join(", ")})`,
      [JSON.stringify(rows)],
    );
  };
  const orders = histories.flatMap(({ org, orders: own }) => own.map((each) => ({ ...each, org_id: org })));
  const plans = histories.flatMap(({ org, plans: own }) => own.map((each) => ({ ...each, org_id: org })));
  const invoices = [
    ...orders.map(({ id, org_id, invoice }) => ({ reference_id: id, reference_type: "order", org_id, invoice })),
    ...plans.flatMap(({ id, org_id, invoices: own }) =>
      own.map((invoice) => ({ reference_id: id, reference_type: "subscription", org_id, invoice })),
    ),
  ];
  await insert(
    "products",
    { id: "uuid", name: "text" },
    productIds.map((id, at) => ({ id, name: `Product ${at}` })),
  );
  await insert(
    "organizations",
    { id: "uuid", name: "text", price_level_name: "text" },
    histories.map(({ org, level }) => ({ id: org, name: `Organization ${org}`, price_level_name: level })),
  );
  await insert(
    "orders",
    {
      id: "uuid",
      org_id: "uuid",
      user_id: "uuid",
      total: "bigint",
      shipping_data: "jsonb",
      price_level_name: "text",
      status: "text",
      created_at: "timestamptz",
    },
    orders.map(({ id, org_id, level, is_canceled, invoice }) => ({
      id,
      org_id,
      user_id: id,
      total: invoice.amount,
      shipping_data: {},
      price_level_name: level,
      status: is_canceled ? "canceled" : "processing",
      created_at: toIso(invoice.at),
    })),
  );
  await insert(
    "order_lines",
    {
      id: "uuid",
      order_id: "uuid",
      product_id: "uuid",
      position: "int",
      quantity: "int",
      name: "text",
      price: "bigint",
      tax_amount: "bigint",
    },
    orders.flatMap(({ id, invoice }) =>
      invoice.lines.map((line, position) => ({
        id: line.id,
        order_id: id,
        product_id: productIds[line.product],
        position,
        quantity: line.quantity,
        name: "Sold",
        price: line.price,
        tax_amount: line.tax,
      })),
    ),
  );
  await insert(
    "subscriptions",
    {
      id: "uuid",
      org_id: "uuid",
      product_id: "uuid",
      stripe_id: "text",
      status: "text",
      amount: "bigint",
      tax: "bigint",
      interval: "text",
      interval_count: "int",
      start_at: "timestamptz",
      cancel_at: "timestamptz",
      current_period_end: "timestamptz",
    },
    plans.map(({ product, start, cancel, period_end, count, is_at_provider, ...each }) => ({
      ...each,
      product_id: productIds[product],
      stripe_id: is_at_provider ? `sub_${each.id}` : null,
      interval_count: count,
      start_at: toIso(start),
      cancel_at: toIso(cancel),
      current_period_end: toIso(period_end),
    })),
  );
  await insert(
    "invoices",
    {
      id: "uuid",
      reference_id: "uuid",
      reference_type: "text",
      period_start: "timestamptz",
      billing_reason: "text",
      org_id: "uuid",
      amount: "bigint",
      shipping: "bigint",
      tax: "bigint",
      products: "jsonb",
      tax_address: "jsonb",
      payment_status: "text",
      closed_as: "text",
      created_at: "timestamptz",
    },
    invoices.map(({ invoice: { reason, lines, state, status, at, ...invoice }, ...reference }, number) => ({
      ...reference,
      ...invoice,
      period_start: toIso(number),
      billing_reason: reason,
      products: lines.map(({ product, price, quantity, tax }) => ({
        id: productIds[product],
        name: "Sold",
        price,
        quantity,
        tax_amount: tax,
      })),
      tax_address: state === null ? null : { state },
      payment_status: status,
      created_at: toIso(at),
    })),
  );
  await insert(
    "refunds",
    {
      id: "uuid",
      key: "text",
      asked_for: "text",
      org_id: "uuid",
      order_id: "uuid",
      invoice_id: "uuid",
      amount: "bigint",
      action: "text",
      actor_id: "uuid",
      status: "text",
      stripe_refund_id: "text",
    },
    orders.flatMap(({ id: order_id, org_id, invoice }) =>
      invoice.refunds.map(({ id, object, amount }) => ({
        id,
        key: id,
        asked_for: id,
        org_id,
        order_id,
        invoice_id: invoice.id,
        amount,
        action: "refundOrder",
        actor_id: id,
        status: "succeeded",
        stripe_refund_id: object,
      })),
    ),
  );
  await insert(
    "refund_lines",
    { refund_id: "uuid", line_id: "uuid", quantity: "int", amount: "bigint", tax: "bigint" },
    orders.flatMap(({ invoice }) =>
      invoice.refunds.flatMap(({ id, lines }) =>
        lines.map(({ line, quantity }) => ({
          refund_id: id,
          line_id: line.id,
          quantity,
          amount: line.price * quantity,
          tax: taxOfPieces(line, quantity),
        })),
      ),
    ),
  );
  await insert(
    "payment_ledger",
    {
      id: "uuid",
      invoice_id: "uuid",
      org_id: "uuid",
      stripe_object_id: "text",
      kind: "text",
      amount_cents: "bigint",
      booked_at: "timestamptz",
    },
    invoices.flatMap(({ org_id, invoice }) =>
      invoice.bookings.map(({ id, object, kind, cents: amount_cents, at }) => ({
        id,
        invoice_id: invoice.id,
        org_id,
        stripe_object_id: object,
        kind,
        amount_cents,
        booked_at: toIso(at),
      })),
    ),
  );
}
