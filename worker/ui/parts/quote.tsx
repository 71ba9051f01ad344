import type * as z from "zod/mini";
import type { quote, quoteRow, quoteVersion } from "../../contract/entities/quote.ts";
import { formatMoney } from "../../contract/buying/money.ts";
import { piecesText } from "../../contract/count-text.ts";
import { DateText, dateText, TimeText } from "../date.tsx";
import { Badge, type Tone } from "./badge.tsx";
import { Facts } from "./facts.tsx";

type Row = z.output<typeof quoteRow>;
type Quote = z.output<typeof quote>;
type Version = z.output<typeof quoteVersion>;
type Status = Row["status"];

/** Days of quotes are those of UTC, in which their validity is agreed. */
export const quoteDay = (day: string): string => dateText(`${day}T00:00:00Z`, "UTC");

export const quoteStatusWords: Record<Status, string> = {
  requested: "Requested",
  sent: "Quoted",
  accepted: "In the cart",
  ordered: "Ordered",
  rejected: "Rejected",
  declined: "Declined",
  expired: "Expired",
};
const tones: Record<Status, Tone> = {
  requested: "moving",
  sent: "moving",
  accepted: "moving",
  ordered: "success",
  rejected: "neutral",
  declined: "neutral",
  expired: "neutral",
};

export const quoteStatusText = ({ status, version }: Pick<Row, "status" | "version">): string =>
  status === "rejected" && version === 0 ? "Withdrawn" : quoteStatusWords[status];

/** `needs_you`: in which state somebody on this side has to act. */
export function QuoteBadge({ quote, needs_you }: { quote: Row; needs_you: Status }) {
  if (quote.status === needs_you)
    return <Badge tone="warning">{needs_you === "sent" ? "Answer it" : "Needs you"}</Badge>;
  return <Badge tone={tones[quote.status]}>{quoteStatusText(quote)}</Badge>;
}

export function discountText({ discount, discount_percent: percent }: Version): string {
  const sum = `−${formatMoney(discount)}`;
  return percent === null ? sum : `${sum} (${percent} %)`;
}

/** Newest first, side by side where the window has the width. */
export const QuoteVersions = ({ versions }: { versions: readonly Version[] }) => (
  <div className="dashboard-cards">
    {versions.map((version, place) => (
      <section key={version.version} className="card" aria-labelledby={`version-${version.version}`}>
        <h3 id={`version-${version.version}`}>
          Version {version.version}
          {place > 0 && ", replaced"}
        </h3>
        <p className="small">
          Sent on <DateText at={version.sent_at} />, valid until {quoteDay(version.valid_until)} (UTC)
        </p>
        {version.text && <p>{version.text}</p>}
        <dl className="totals">
          {version.lines.map(({ product_id, name, quantity, price }) => (
            <div key={product_id}>
              <dt>
                {name}, {quantity} × {formatMoney(price)}
              </dt>
              <dd>{formatMoney(quantity * price)}</dd>
            </div>
          ))}
          {version.discount > 0 && (
            <div>
              <dt>Discount</dt>
              <dd>{discountText(version)}</dd>
            </div>
          )}
          <div>
            <dt>Shipping</dt>
            <dd>{formatMoney(version.shipping)}</dd>
          </div>
          <div className="total">
            <dt>Total before tax</dt>
            <dd>{formatMoney(version.total)}</dd>
          </div>
        </dl>
      </section>
    ))}
  </div>
);

export function QuoteMessages({ messages }: Pick<Quote, "messages">) {
  if (messages.length === 0) return null;
  return (
    <Facts
      facts={messages.map(({ id, name, is_from_shop: isFromShop, text, created_at }) => [
        isFromShop ? `${name}, CrunchBox` : name,
        <span key={id}>
          {text}{" "}
          <small>
            <TimeText at={created_at} />
          </small>
        </span>,
      ])}
    />
  );
}

/** Nothing without facts. */
export const QuoteFacts = ({ facts }: Parameters<typeof Facts>[0]) => facts.length > 0 && <Facts facts={facts} />;

export const RequestedLines = ({ requested }: Pick<Quote, "requested">) => (
  <Facts
    facts={requested.map(({ name, sku, quantity }) => [name, [piecesText(quantity), sku].filter(Boolean).join(" · ")])}
  />
);
