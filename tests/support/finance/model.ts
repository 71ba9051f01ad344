// The figures of finance by the rules of the issue, from histories alone: no SQL and no code of the worker.
import { type History, type Invoice, type Line, type Plan, dayMs, productIds, taxOf } from "./histories.ts";

export type Sums = Record<Line | "net", number>;
/** A booking with all that it is summed by. Days are in UTC. */
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
  /** US cents by product; the rest belongs to no line. */
  products: Map<string, number>;
  /** US cents of tax in it. */
  tax: number;
};

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs);

export const lineOf = (kind: string): Line =>
  kind.startsWith("refund") ? "refunds" : kind.startsWith("dispute") ? "disputes" : "gross";

/** `part` of `whole`, rounded half away from zero. */
function share(total: number, part: number, whole: number): number {
  const [exact, by] = [BigInt(total) * BigInt(Math.abs(part)), BigInt(whole)];
  return Math.sign(part) * Number((2n * exact + by) / (2n * by));
}

type Owner = Pick<Move, "org" | "level">;

export function movesOf(histories: readonly History[]): Move[] {
  return histories.flatMap(({ org, level, orders, plans }) => [
    ...orders.flatMap((order) => movesOfInvoice(order.invoice, { org, level: order.level })),
    ...plans.flatMap(({ invoices }) =>
      invoices.flatMap((invoice) => movesOfInvoice(invoice, { org, level: level ?? "Base Price" })),
    ),
  ]);
}

function movesOfInvoice(invoice: Invoice, owner: Owner): Move[] {
  let charged = 0;
  const taxes = taxOfBookings(invoice);
  const within = (cents: number) => Math.min(Math.max(cents, 0), invoice.amount);
  const inOrder = invoice.bookings.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return inOrder.map(({ id, object, kind, cents, at }) => {
    const line = lineOf(kind);
    const products = new Map<string, number>();
    const add = (product: number, amount: number) => {
      const key = productIds[product] ?? "";
      products.set(key, (products.get(key) ?? 0) + amount);
    };
    if (line === "gross") {
      const [before, paid] = [within(charged), within(charged + cents)];
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
      day: dayOf(at),
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
 * Payments hold the tax in proportion to the amount, as far as it is reached. A refund by lines takes the tax of these;
 * one by amount takes its share of what no line took before it. One that came back brings the same. Disputes hold none.
 */
function taxOfBookings({ tax, amount, bookings, refunds }: Invoice): Map<string, number> {
  const taxes = new Map<string, number>();
  const takenBy = new Map<string, number>();
  const part = (total: number, cents: number, whole: number) =>
    share(total, Math.min(Math.max(cents, 0), whole), whole);
  let paid = 0;
  let [lineTax, lineCents, byAmount] = [0, 0, 0];
  for (const { id, object, kind, cents } of bookings.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    const lines = refunds.find((each) => each.object === object)?.lines ?? [];
    if (lineOf(kind) === "gross") {
      taxes.set(id, part(tax, paid + cents, amount) - part(tax, paid, amount));
      paid += cents;
    } else if (kind === "refund") {
      const [restTax, rest] = [tax - lineTax, amount - lineCents];
      const byLines = lines.reduce((sum, { line, quantity }) => sum + taxOf(line, quantity), 0);
      const ofRest =
        restTax > 0 && rest > 0 ? part(restTax, byAmount - cents, rest) - part(restTax, byAmount, rest) : 0;
      takenBy.set(object, lines.length > 0 ? byLines : ofRest);
      taxes.set(id, -(takenBy.get(object) ?? 0));
    } else if (kind === "refund_failed") taxes.set(id, takenBy.get(object) ?? 0);
    if (!kind.startsWith("refund")) continue;
    if (lines.length > 0) [lineTax, lineCents] = [lineTax - (taxes.get(id) ?? 0), lineCents - cents];
    else byAmount -= cents;
  }
  return taxes;
}

export function sumsOf(moves: readonly { line: Line; cents: number }[]): Sums {
  const of = (line: Line) => moves.reduce((sum, each) => sum + (each.line === line ? each.cents : 0), 0);
  const [gross, refunds, disputes] = [of("gross"), of("refunds"), of("disputes")];
  return { gross, refunds, disputes, net: gross + refunds + disputes };
}

/** By key, in descending order of gross, then by key. */
export function sumsBy<Key extends string | null>(
  moves: readonly { line: Line; cents: number; key: Key }[],
): [Key, Sums][] {
  const groups = new Map<Key, { line: Line; cents: number }[]>();
  for (const move of moves) groups.set(move.key, [...(groups.get(move.key) ?? []), move]);
  return [...groups]
    .map(([key, own]): [Key, Sums] => [key, sumsOf(own)])
    .toSorted(([key, sums], [other, others]) => others.gross - sums.gross || (String(key) < String(other) ? -1 : 1));
}

export const byProduct = (moves: readonly Move[]) =>
  moves.flatMap(({ line, products }) =>
    [...products].filter(([, cents]) => cents !== 0).map(([key, cents]) => ({ line, key, cents })),
  );

export const notByLine = (moves: readonly Move[]) =>
  moves.map(({ line, cents, products }) => ({
    line,
    cents: cents - [...products.values()].reduce((sum, each) => sum + each, 0),
  }));

type Age = "current" | "days_1_30" | "days_31_60" | "days_61_90" | "days_over_90";

/** Count and amount of unpaid invoices, by days since the invoice's date. */
export function outstanding(
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
  const none = () => ({ count: 0, amount: 0 });
  const sums = {
    current: none(),
    days_1_30: none(),
    days_31_60: none(),
    days_61_90: none(),
    days_over_90: none(),
  };
  for (const { at, amount, bookings } of unpaidInvoices) {
    const days = (Date.parse(today) - Date.parse(dayOf(at))) / dayMs;
    const age = (Object.keys(sums) as Age[]).find((each) => days <= ages[each]) ?? "days_over_90"; // as: keys of sums
    const paid = bookings.filter(({ kind }) => lineOf(kind) === "gross").reduce((sum, { cents }) => sum + cents, 0);
    sums[age].count += 1;
    sums[age].amount += amount - paid;
  }
  return sums;
}

/** 420 of them are a cent a year: whole numbers for every interval and a count up to six. */
const yearly = ({ amount, interval, count }: Plan): bigint =>
  (BigInt(amount) * { year: 420n, month: 12n * 420n, week: 365n * 60n, day: 365n * 420n }[interval]) / BigInt(count);

const monthly = (plans: readonly Plan[]): number => {
  const [sum, by] = [plans.reduce((total, plan) => total + yearly(plan), 0n), 420n * 12n];
  return Number((2n * sum + by) / (2n * by));
};

export type Recurring = { subscriptions: number; monthly: number; ended: number; ended_monthly: number };

/** Revenue of today, and what ended in the month of `last`. */
export function recurring(plans: readonly Plan[], last: string, now: number): Recurring {
  const active = plans.filter(({ status }) => ["active", "past_due"].includes(status));
  const ended = plans.filter(
    ({ status, cancel }) =>
      !["incomplete", "incomplete_expired"].includes(status) &&
      cancel !== null &&
      cancel <= now &&
      dayOf(cancel).slice(0, 7) === last.slice(0, 7),
  );
  return {
    subscriptions: active.length,
    monthly: monthly(active),
    ended: ended.length,
    ended_monthly: monthly(ended),
  };
}

/** Every charge of the next 90 days. A month after the 31st is the last day of the month. */
export function renewals(plans: readonly Plan[], now: number): { count: number; amount: number } {
  let [count, amount] = [0, 0];
  for (const plan of plans) {
    if (!plan.is_at_provider || !["active", "trialing", "past_due"].includes(plan.status)) continue;
    for (let turn = 0; ; turn += 1) {
      const at = chargedAt(plan.period_end, turn * plan.count, plan.interval);
      if (at > now + 90 * dayMs || (plan.cancel !== null && at >= plan.cancel)) break;
      if (plan.period_end < now) break;
      count += 1;
      amount += plan.amount + plan.tax;
    }
  }
  return { count, amount };
}

function chargedAt(ms: number, steps: number, interval: Plan["interval"]): number {
  if (interval === "day") return ms + steps * dayMs;
  if (interval === "week") return ms + 7 * steps * dayMs;
  const date = new Date(ms);
  const months = date.getUTCMonth() + steps * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(ms);
  moved.setUTCFullYear(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay));
  return moved.getTime();
}
