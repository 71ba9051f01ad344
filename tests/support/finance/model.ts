// Expected finance figures (M21), calculated from the histories alone, without SQL or worker code.
import { type History, type Invoice, type Line, type Plan, dayMs, productIds, taxOfPieces } from "./histories.ts";

export type Sums = Record<Line | "net", number>;
/** A booking with every key by which the figures group bookings; days are in UTC. */
export type Move = {
  id: string;
  day: string;
  line: Line;
  kind: string;
  cents: number;
  org: string;
  invoice: string;
  level: string | null;
  state: string | null;
  /** US cents by product id, with tax. Shipping, disputes and refunds by amount belong to no product. */
  products: Map<string, number>;
  /** US cents of tax in the booking. */
  tax: number;
};

export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * dayMs);

export const toLine = (kind: string): Line =>
  kind.startsWith("refund") ? "refunds" : kind.startsWith("dispute") ? "disputes" : "gross";

/** The share `part / whole` of `total`, rounded half away from zero. */
function share(total: number, part: number, whole: number): number {
  const [exact, divisor] = [BigInt(total) * BigInt(Math.abs(part)), BigInt(whole)];
  return Math.sign(part) * Number((2n * exact + divisor) / (2n * divisor));
}

type Owner = Pick<Move, "org" | "level">;

export function buildMoves(histories: readonly History[]): Move[] {
  return histories.flatMap(({ org, level, orders, plans }) => [
    ...orders.flatMap((order) => buildInvoiceMoves(order.invoice, { org, level: order.level })),
    ...plans.flatMap(({ invoices }) =>
      invoices.flatMap((invoice) => buildInvoiceMoves(invoice, { org, level: level ?? "Base Price" })),
    ),
  ]);
}

function buildInvoiceMoves(invoice: Invoice, owner: Owner): Move[] {
  let charged = 0;
  const taxes = calculateTaxes(invoice);
  const clampToAmount = (cents: number) => Math.min(Math.max(cents, 0), invoice.amount);
  const sortedBookings = invoice.bookings.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return sortedBookings.map(({ id, object, kind, cents, at }) => {
    const line = toLine(kind);
    const products = new Map<string, number>();
    const add = (product: number, amount: number) => {
      const key = productIds[product] ?? "";
      products.set(key, (products.get(key) ?? 0) + amount);
    };
    if (line === "gross") {
      const [before, paid] = [clampToAmount(charged), clampToAmount(charged + cents)];
      charged += cents;
      for (const { product, price, quantity, tax } of invoice.lines) {
        const total = price * quantity + tax;
        add(product, share(total, paid, invoice.amount) - share(total, before, invoice.amount));
      }
    }
    const refund = invoice.refunds.find((each) => each.object === object);
    for (const { line: ordered } of line === "refunds" ? (refund?.lines ?? []) : []) add(ordered.product, cents);
    return {
      id,
      day: toDay(at),
      line,
      kind,
      cents,
      invoice: invoice.id,
      state: invoice.state,
      products,
      tax: taxes.get(id) ?? 0,
      ...owner,
    };
  });
}

/**
 * Signed US cents of tax in each booking, by id. Payments contain tax in proportion to the amount, up to the amount. A
 * refund by lines contains those lines' tax; a refund by amount contains its share of the tax that no refunded line
 * contained before. A failed refund returns the tax that the refund contained.
 */
function calculateTaxes({ tax, amount, bookings, refunds }: Invoice): Map<string, number> {
  const taxes = new Map<string, number>();
  const taxByRefund = new Map<string, number>();
  const taxShare = (total: number, cents: number, whole: number) =>
    share(total, Math.min(Math.max(cents, 0), whole), whole);
  let paid = 0;
  let [lineTax, lineCents, byAmount] = [0, 0, 0];
  for (const { id, object, kind, cents } of bookings.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    const lines = refunds.find((each) => each.object === object)?.lines ?? [];
    if (toLine(kind) === "gross") {
      taxes.set(id, taxShare(tax, paid + cents, amount) - taxShare(tax, paid, amount));
      paid += cents;
    } else if (kind === "refund") {
      const [restTax, rest] = [tax - lineTax, amount - lineCents];
      const byLines = lines.reduce((sum, { line, quantity }) => sum + taxOfPieces(line, quantity), 0);
      const ofRest =
        restTax > 0 && rest > 0 ? taxShare(restTax, byAmount - cents, rest) - taxShare(restTax, byAmount, rest) : 0;
      taxByRefund.set(object, lines.length > 0 ? byLines : ofRest);
      taxes.set(id, -(taxByRefund.get(object) ?? 0));
    } else if (kind === "refund_failed") taxes.set(id, taxByRefund.get(object) ?? 0);
    if (!kind.startsWith("refund")) continue;
    if (lines.length > 0) [lineTax, lineCents] = [lineTax - (taxes.get(id) ?? 0), lineCents - cents];
    else byAmount -= cents;
  }
  return taxes;
}

export function sumMoves(moves: readonly { line: Line; cents: number }[]): Sums {
  const sumLine = (line: Line) => moves.reduce((sum, each) => sum + (each.line === line ? each.cents : 0), 0);
  const [gross, refunds, disputes] = [sumLine("gross"), sumLine("refunds"), sumLine("disputes")];
  return { gross, refunds, disputes, net: gross + refunds + disputes };
}

/** Sums by key, in descending order of gross, then by key. */
export function sumByKey<Key extends string | null>(
  moves: readonly { line: Line; cents: number; key: Key }[],
): [Key, Sums][] {
  const groups = new Map<Key, { line: Line; cents: number }[]>();
  for (const move of moves) groups.set(move.key, [...(groups.get(move.key) ?? []), move]);
  return [...groups]
    .map(([key, own]): [Key, Sums] => [key, sumMoves(own)])
    .toSorted(([key, sums], [other, others]) => others.gross - sums.gross || (String(key) < String(other) ? -1 : 1));
}

export const splitByProduct = (moves: readonly Move[]) =>
  moves.flatMap(({ line, products }) =>
    [...products].filter(([, cents]) => cents !== 0).map(([key, cents]) => ({ line, key, cents })),
  );

export const withoutLineCents = (moves: readonly Move[]) =>
  moves.map(({ line, cents, products }) => ({
    line,
    cents: cents - [...products.values()].reduce((sum, each) => sum + each, 0),
  }));

type Age = "current" | "days_1_30" | "days_31_60" | "days_61_90" | "days_over_90";

/** Number and amount of unpaid invoices, by days since the invoice's date. */
export function sumOutstanding(
  histories: readonly History[],
  today: string,
): Record<Age, { count: number; amount: number }> {
  const isOwed = ({ status, closed_as }: Invoice) => ["pending", "declined"].includes(status) && closed_as === null;
  const unpaidInvoices = histories.flatMap(({ orders, plans }) => [
    ...orders.filter(({ is_canceled, invoice }) => !is_canceled && isOwed(invoice)).map(({ invoice }) => invoice),
    ...plans
      .filter(({ status }) => !["incomplete", "incomplete_expired", "canceled"].includes(status))
      .flatMap(({ invoices }) => invoices.filter(isOwed)),
  ]);
  const ages = { current: 0, days_1_30: 30, days_31_60: 60, days_61_90: 90, days_over_90: Infinity };
  const emptySum = () => ({ count: 0, amount: 0 });
  const sums = {
    current: emptySum(),
    days_1_30: emptySum(),
    days_31_60: emptySum(),
    days_61_90: emptySum(),
    days_over_90: emptySum(),
  };
  for (const { at, amount, bookings } of unpaidInvoices) {
    const days = (Date.parse(today) - Date.parse(toDay(at))) / dayMs;
    const age = (Object.keys(sums) as Age[]).find((each) => days <= ages[each]) ?? "days_over_90"; // as: keys of `sums`
    const paid = bookings.filter(({ kind }) => toLine(kind) === "gross").reduce((sum, { cents }) => sum + cents, 0);
    sums[age].count += 1;
    sums[age].amount += amount - paid;
  }
  return sums;
}

/** A plan's price in 420ths of a cent a year: a whole number for every interval and any count up to six. */
const yearlyUnits = ({ amount, interval, count }: Plan): bigint =>
  (BigInt(amount) * { year: 420n, month: 12n * 420n, week: 365n * 60n, day: 365n * 420n }[interval]) / BigInt(count);

const monthlyCents = (plans: readonly Plan[]): number => {
  const [sum, by] = [plans.reduce((total, plan) => total + yearlyUnits(plan), 0n), 420n * 12n];
  return Number((2n * sum + by) / (2n * by));
};

export type Recurring = { subscriptions: number; monthly: number; ended: number; ended_monthly: number };

/** Recurring revenue of today, and plans that ended in the month of `last`. */
export function calculateRecurring(plans: readonly Plan[], last: string, now: number): Recurring {
  const active = plans.filter(({ status }) => ["active", "past_due"].includes(status));
  const ended = plans.filter(
    ({ status, cancel }) =>
      !["incomplete", "incomplete_expired"].includes(status) &&
      cancel !== null &&
      cancel <= now &&
      toDay(cancel).slice(0, 7) === last.slice(0, 7),
  );
  return {
    subscriptions: active.length,
    monthly: monthlyCents(active),
    ended: ended.length,
    ended_monthly: monthlyCents(ended),
  };
}

/** Sums the charges of the next 90 days. A month after the 31st ends on the last day of the next month. */
export function sumRenewals(plans: readonly Plan[], now: number): { count: number; amount: number } {
  let [count, amount] = [0, 0];
  for (const plan of plans) {
    if (!plan.is_at_provider || !["active", "trialing", "past_due"].includes(plan.status)) continue;
    for (let turn = 0; ; turn += 1) {
      const at = chargeTime(plan.period_end, turn * plan.count, plan.interval);
      if (at > now + 90 * dayMs || (plan.cancel !== null && at >= plan.cancel)) break;
      if (plan.period_end < now) break;
      count += 1;
      amount += plan.amount + plan.tax;
    }
  }
  return { count, amount };
}

function chargeTime(ms: number, steps: number, interval: Plan["interval"]): number {
  if (interval === "day") return ms + steps * dayMs;
  if (interval === "week") return ms + 7 * steps * dayMs;
  const date = new Date(ms);
  const months = date.getUTCMonth() + steps * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const chargeDate = new Date(ms);
  chargeDate.setUTCFullYear(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay));
  return chargeDate.getTime();
}
