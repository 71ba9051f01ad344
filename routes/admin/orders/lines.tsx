import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { AdminOrder, OrderLine, OrderPrices } from "../../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { linePieces } from "../../portal/orders/line-pieces.ts";
import { Serials } from "./serials.tsx";

type LinesProps = {
  order: AdminOrder & { lines: OrderLine[] };
  prices: OrderPrices;
};

export function Lines({ order, prices }: LinesProps) {
  const { lines, total, total_details: details } = order;
  const sums = [
    ["Subtotal", total - details.shipping - details.tax],
    ["Shipping", details.shipping],
    ["Tax", details.tax],
    ["Total", total],
  ] as const;
  return (
    <section id="products">
      <h2>Products</h2>
      <ul className="parcels">
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              <b>{line.name}</b>
              {line.serial_number.length > 0 && <Serials serials={line.serial_number} />}
              {linePieces(line) && <small>{linePieces(line)}</small>}
            </span>
            <span className="number">
              {line.quantity} × {formatMoney(line.price)}
            </span>
            <b className="sum">{formatMoney(line.quantity * line.price)}</b>
            <PriceExplanation prices={prices} line={prices.lines.find(({ line_id }) => line_id === line.id)} />
          </li>
        ))}
      </ul>
      <dl className="order-sums">
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Line = OrderPrices["lines"][number];
type PriceOrigin = Line["at_order"];

const formatPrice = (cents: number | null): string => (cents === null ? "no price" : formatMoney(cents));

function PriceExplanation({ prices, line }: { prices: OrderPrices; line: Line | undefined }) {
  if (!line) return null;
  const { level, level_today } = prices;
  const { paid, in_cart, at_order, base_at_order, today } = line;
  const facts: [string, ReactNode][] = [
    ["Price level", <PriceLevelLabel key="level" level={level} />],
    [`Price at ${level.name}`, <Price key="then" {...at_order} />],
    ...(level.name === "Base Price"
      ? []
      : [["Base price then", formatPrice(base_at_order)] satisfies [string, string]]),
    ...(in_cart === null ? [] : [["In the cart", formatPrice(in_cart)] satisfies [string, string]]),
    ["Paid", formatMoney(paid)],
    ["Today it would be", <CurrentPrice key="today" today={today} level={level_today} was={level.name} />],
  ];
  return (
    <details className="why">
      <summary>
        Why this price<span className="unseen"> of {line.name}</span>
      </summary>
      <p>{explainPrice(prices, line)}</p>
      <Facts facts={facts} />
    </details>
  );
}

function explainPrice({ level }: OrderPrices, { paid, at_order, in_cart }: Line): string {
  const explanation = `${formatMoney(paid)} was the price at ${level.name}`;
  if (at_order.price === paid) return `${explanation} when it was ordered.`;
  if (at_order.price === null && in_cart === paid)
    return `${explanation} shown in the cart; price history was not recorded then.`;
  if (at_order.price === null) return `${formatMoney(paid)} was charged; price history was not recorded then.`;
  return `${formatMoney(paid)} was charged, but the price at ${level.name} was ${formatMoney(at_order.price)}. Please check.`;
}

function PriceLevelLabel({ level: { name, is_noted, assigned } }: { level: OrderPrices["level"] }) {
  return (
    <>
      {name}
      {!is_noted && " (not recorded with the order)"}
      {assigned && (
        <small>
          {assigned.by === null ? "set by the accounting system" : `set by ${assigned.by}`} on{" "}
          <DateText at={assigned.at} />
          {assigned.from && `, ${assigned.from} before`}
        </small>
      )}
    </>
  );
}

const sourceLabels: Record<string, string> = {
  accounting: "from the accounting system",
  database: "written into the database by hand",
  before: "from before prices were written down",
};

function Price({ price, since, source, by }: PriceOrigin) {
  const sourceText = source === null ? "not recorded" : (sourceLabels[source] ?? source);
  return (
    <>
      {formatPrice(price)}
      <small>
        {since !== null && (
          <>
            since <DateText at={since} />,{" "}
          </>
        )}
        {sourceText}
        {by !== null && `, synchronised by ${by}`}
      </small>
    </>
  );
}

function CurrentPrice({ today, level, was }: { today: PriceOrigin; level: string; was: string }) {
  return (
    <>
      <Price {...today} />
      {level !== was && <small>at {level}, which they have now</small>}
    </>
  );
}
