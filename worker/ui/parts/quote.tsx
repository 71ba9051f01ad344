import type { ReactNode } from "react";
import type * as z from "zod/mini";
import type { quote, quoteRow, quoteVersion } from "../../contract/entities/quote.ts";
import { formatMoney } from "../../contract/buying/money.ts";
import { shippingText } from "../../contract/buying/shipping-change.ts";
import { piecesText } from "../../contract/count-text.ts";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { DateText, dateText } from "../date.tsx";
import { sortNewestFirst, Timeline } from "../figures/timeline.tsx";
import type { buildFieldProps } from "../forms/fields-of.ts";
import { FormFoot } from "../layouts/layouts.tsx";
import { Badge, type Tone } from "./badge.tsx";

type Row = z.output<typeof quoteRow>;
type Quote = z.output<typeof quote>;
type Version = z.output<typeof quoteVersion>;
type Status = Row["status"];

/** In UTC for every viewer, because the validity of quotes is agreed in UTC. */
export const quoteDay = (day: string): string => dateText(`${day}T00:00:00Z`, "UTC");

export const quoteStatusLabels: Record<Status, string> = {
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
  status === "rejected" && version === 0 ? "Withdrawn" : quoteStatusLabels[status];

/** `needs_you` is the status in which the viewer's party, customer or shop, must act. */
export function QuoteBadge({ quote, needs_you }: { quote: Row; needs_you: Status }) {
  if (quote.status === needs_you)
    return <Badge tone="warning">{needs_you === "sent" ? "Answer it" : "Needs you"}</Badge>;
  return <Badge tone={tones[quote.status]}>{quoteStatusText(quote)}</Badge>;
}

function discountText({ discount, discount_percent: percent }: Version): string {
  const sum = `−${formatMoney(discount)}`;
  return percent === null ? sum : `${sum} (${percent} %)`;
}

const Sums = ({ version }: { version: Version }) => (
  <>
    {version.discount > 0 && (
      <div>
        <dt>Discount</dt>
        <dd>{discountText(version)}</dd>
      </div>
    )}
    <div>
      <dt>Shipping</dt>
      <dd>{shippingText(version.shipping)}</dd>
    </div>
    <div className="total">
      <dt>Total before tax</dt>
      <dd>{formatMoney(version.total)}</dd>
    </div>
  </>
);

export const QuoteTotals = ({ version }: { version: Version }) => (
  <section className="summary" aria-label="Totals">
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatMoney(version.subtotal)}</dd>
      </div>
      <Sums version={version} />
    </dl>
  </section>
);

/** Newest first, side by side in wide windows. */
export const QuoteVersions = ({ versions }: { versions: readonly Version[] }) => (
  <div className={versions.length === 1 ? "dashboard-cards of-1" : "dashboard-cards"}>
    {versions.map((version, place) => (
      <section key={version.version} className="card" aria-labelledby={`version-${version.version}`}>
        <h3 id={`version-${version.version}`}>
          Version {version.version}
          {place > 0 && ", replaced"}
        </h3>
        <p className="small">
          Sent on <DateText at={version.sent_at} />, valid until {quoteDay(version.valid_until)} (UTC)
        </p>
        {version.text && <p className="message">{version.text}</p>}
        <dl className="totals">
          {version.lines.map(({ product_id, name, quantity, price }) => (
            <div key={product_id}>
              <dt>
                {/* no line break between quantity and price */}
                {name}, {`${quantity}\u00A0×\u00A0${formatMoney(price)}`}
              </dt>
              <dd>{formatMoney(quantity * price)}</dd>
            </div>
          ))}
          <Sums version={version} />
        </dl>
      </section>
    ))}
  </div>
);

type MessageFormProps = {
  action: string;
  label: string;
  field: ReturnType<ReturnType<typeof buildFieldProps>["field"]>;
};

export const MessageForm = ({ action, label, field }: MessageFormProps) => (
  <form className="form-card form-grid" method="post" action={action} noValidate>
    <TextAreaField {...field} id="message" label={label} rows={3} maxLength={2000} required />
    <FormFoot>
      <button className="button quiet">Send the message</button>
    </FormFoot>
  </form>
);

/** Newest first, below the form for a new message. */
export function QuoteMessages({ messages }: Pick<Quote, "messages">) {
  if (messages.length === 0) return null;
  const events = messages.map(({ name, is_from_shop: isFromShop, text, created_at: at }) => ({
    at,
    what: isFromShop ? `${name}, CrunchBox` : name,
    note: <p className="message">{text}</p>,
  }));
  return <Timeline events={sortNewestFirst(events)} has_times />;
}

type QuoteRequestProps = {
  quote: Quote;
  outcome: readonly ReactNode[];
};

export const QuoteRequest = ({ quote: { requested, note }, outcome }: QuoteRequestProps) => (
  <section className="summary" aria-labelledby="requested">
    <h2 id="requested">What was asked for</h2>
    <dl className="totals">
      {requested.map(({ product_id, name, quantity }) => (
        <div key={product_id}>
          <dt>{name}</dt>
          <dd>{piecesText(quantity)}</dd>
        </div>
      ))}
    </dl>
    {note && <p className="message">{note}</p>}
    {outcome.map((sentence, place) => (
      <p key={place} className="small">
        {sentence}
      </p>
    ))}
  </section>
);
