import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { refundReasonLabel } from "../../../worker/contract/buying/refund-reasons.ts";
import { serviceText } from "../../../worker/contract/entities/package.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { OrderPayment, Package } from "../../../worker/domain/fulfilment/index.ts";
import type { BilledInvoice, Movement } from "../../../worker/domain/payments/index.ts";
import type { Note } from "../../../worker/domain/people/index.ts";
import type { AuditEntry } from "../../../worker/domain/platform/index.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { sortNewestFirst, Timeline, type TimelineEvent } from "../../../worker/ui/figures/timeline.tsx";
import { Difference } from "../../../worker/ui/parts/audit/difference.tsx";
import { actorName } from "../../../worker/ui/parts/audit/sentence.ts";
import { NoteBody } from "../../../worker/ui/parts/notes.tsx";
import { afterPayment, moneyEvent } from "../../portal/orders/order-timeline.tsx";
import { movementLabels } from "../../portal/orders/payment-history.tsx";
import { Tracking } from "../../portal/orders/parcel.tsx";
import type { OrderWithLines } from "./order-with-lines.ts";
import { contentText } from "./packages.tsx";
import { refundStateText, partialRefundAmount } from "./payment.tsx";

export type TimelineFacts = {
  order: OrderWithLines;
  stages: Record<string, string>;
  packages: readonly Package[];
  payment: OrderPayment | undefined;
  invoice: BilledInvoice | undefined;
  notes: readonly Note[];
  viewer_id: string;
  /** Newest first. */
  acts: readonly AuditEntry[];
};
type ConsoleTimelineProps = TimelineFacts & { method: string | undefined };

/** Each event appears once, although several sources may record it. */
export function ConsoleTimeline({ method, ...facts }: ConsoleTimelineProps) {
  const { order } = facts;
  const auditHref = hrefOf(pages.audit, {}, { subject_type: "order", subject_id: order.id });
  return (
    <section id="timeline" className="order-timeline">
      <h2>Timeline</h2>
      <Timeline events={sortNewestFirst(buildEvents(facts, method))} has_times />
      <IfAllowed access="audit:read">
        <p className="links">
          <a href={auditHref}>View all in the audit log</a>
        </p>
      </IfAllowed>
    </section>
  );
}

function buildEvents(facts: TimelineFacts, method: string | undefined): TimelineEvent[] {
  const { order, payment, notes, viewer_id, acts } = facts;
  const placedBy = order.placed_by ? { by: order.placed_by.name } : {};
  // Events of the same instant stay in this order, latest first, so that an order change is above the payment that
  // caused it.
  return [
    ...notes.map((note) => noteEvent(note, viewer_id)),
    ...acts.flatMap((entry) => actEvent(entry, facts)),
    ...deliveryEvents(facts.packages),
    ...stageEvents(facts),
    ...(payment?.refunds ?? []).map(refundEvent),
    ...movementsWithoutRefunds(facts)
      .toReversed()
      .map((movement) => moneyEvent(order, movement, consoleLabels, method)),
    { at: order.created_at, what: "Placed", ...placedBy },
  ];
}

const consoleLabels: Record<Movement["kind"], string> = {
  ...movementLabels,
  balance: "Paid from the customer’s credit",
  dispute_withdrawn: "Withdrawn by the bank because of a dispute",
  dispute_reinstated: "Returned by the bank after the dispute",
};

/** Omits refunds that `refundEvent` shows. */
function movementsWithoutRefunds({ invoice, payment }: TimelineFacts): Movement[] {
  const refunds = new Set(payment?.refunds.map(({ stripe_refund_id }) => stripe_refund_id));
  return (invoice?.movements ?? []).filter(({ kind, object_id }) => kind !== "refund" || !refunds.has(object_id));
}

const noteEvent = (note: Note, viewerId: string): TimelineEvent => ({
  at: note.created_at,
  what: "Note",
  by: note.author.name,
  note: <NoteBody note={note} is_own={note.author.id === viewerId} />,
});

function refundEvent(refund: OrderPayment["refunds"][number]): TimelineEvent {
  const { amount, at, by, lines, reason, reason_text, reference } = refund;
  const partialAmount = partialRefundAmount(refund);
  const facts = [
    refundStateText(refund),
    partialAmount !== undefined && `a part of ${formatMoney(amount)}`,
    lines,
    [reason && refundReasonLabel[reason], reason_text].filter(Boolean).join(": "),
    reference && `paid by other means, ${reference}`,
  ];
  return {
    at,
    what: `Refund of ${formatMoney(partialAmount ?? amount)}`,
    ...(by && { by }),
    note: <small>{facts.filter(Boolean).join(" · ")}</small>,
  };
}

/** The events of refunds and notes already show these actions. */
const coveredActions = new Set(["createNote", "updateNote", "refundOrder", "settleRefund", "noteRefund"]);

function actEvent(entry: AuditEntry, facts: TimelineFacts): TimelineEvent[] {
  const { action, created_at: at } = entry;
  if (coveredActions.has(action)) return [];
  const event = { at, by: actorName(entry) };
  const { what, note } = describeEntry(entry, facts);
  return [{ ...event, what, note }];
}

type EventText = Pick<TimelineEvent, "what" | "note">;

const actionLabels: Record<string, string> = {
  orderByLink: "Payment link made",
  receiveOrder: "Received",
  setShippingAddress: "Shipping address changed",
  updateAssignment: "Assigned",
  deleteNote: "Note deleted",
};

function describeEntry(entry: AuditEntry, { order, packages }: TimelineFacts): EventText {
  const { action, details, text } = entry;
  switch (action) {
    case "shipOrder": {
      const ids = textsIn(details?.packages);
      return {
        what: ids.length > 1 ? `Shipped ${ids.length} packages` : "Shipped",
        note: ids.map((id) => (
          <small key={id}>
            <ShippedPackage tracking_id={id} packages={packages} order={order} />
          </small>
        )),
      };
    }
    case "cancelPackage":
      return { what: `Label voided${textIn(details?.tracking_id, ": ")}` };
    case "cancelOrder": {
      const lines = linesText(details?.lines, order);
      return { what: lines === "" ? "Canceled" : `Canceled ${lines}` };
    }
    case "askRefund":
      return { what: `Asked to refund ${centsText(details?.amount)}`, note: reasonNote(details) };
    case "approveRefund":
      return { what: `Agreed to refund ${centsText(details?.amount)}` };
    case "rejectRefund":
      return { what: `Rejected the refund of ${centsText(details?.amount)}`, note: reasonNote(details) };
    case "failRefundApproval":
      return { what: `The refund of ${centsText(details?.amount)} is no longer possible`, note: reasonNote(details) };
    default:
      return { what: actionLabels[action] ?? text, note: <Difference entry={entry} /> };
  }
}

type Details = AuditEntry["details"];

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
const textIn = (value: unknown, before = ""): string => (typeof value === "string" ? `${before}${value}` : "");
const centsText = (value: unknown): string => formatMoney(Number(value ?? 0));

function reasonNote(details: Details): ReactNode {
  const reason = Object.entries(refundReasonLabel).find(([key]) => key === details?.reason)?.[1];
  const text = [reason, textIn(details?.reason_text), textIn(details?.note)].filter(Boolean).join(": ");
  return text !== "" && <small>{text}</small>;
}

const lineName = (order: OrderWithLines, line_id: unknown): string =>
  order.lines.find(({ id }) => id === line_id)?.name ?? "Shipping";

const linesText = (lines: unknown, order: OrderWithLines): string =>
  (Array.isArray(lines) ? lines : [])
    .map((line: Record<string, unknown>) => `${String(line.quantity)} × ${lineName(order, line.line_id)}`)
    .join(", ");

type ShippedPackageProps = { tracking_id: string; packages: readonly Package[]; order: OrderWithLines };

function ShippedPackage({ tracking_id, packages, order }: ShippedPackageProps) {
  const parcel = packages.find((each) => each.tracking_id?.toUpperCase() === tracking_id.toUpperCase());
  if (!parcel) return <>{tracking_id}</>;
  const content = contentText(parcel, order.lines);
  return (
    <>
      {carrierText(parcel)} <Tracking id={tracking_id} href={parcel.tracking_link} />
      {content && ` with ${content}`}
    </>
  );
}

const carrierText = ({ freight_carrier, freight_service }: Package): string =>
  [freight_carrier, serviceText(freight_service ?? "")].filter(Boolean).join(" ");

const deliveryEvents = (packages: readonly Package[]): TimelineEvent[] =>
  packages.flatMap((parcel) =>
    parcel.delivered_at === null
      ? []
      : [
          {
            at: parcel.delivered_at,
            what: "Delivered",
            tone: "success",
            note: <small>{`${carrierText(parcel)} ${parcel.tracking_id ?? ""}`}</small>,
          },
        ],
  );

/** Stages without an audit entry, such as those of imported orders. */
function stageEvents({ order: { status }, stages, acts, invoice }: TimelineFacts): TimelineEvent[] {
  const hasAct = (action: string) => acts.some((entry) => entry.action === action);
  const stageTime = (stage: string) => stages[stage] ?? null;
  const hasReached = (stage: string) => status === stage || stageTime(stage) !== null;
  const events: TimelineEvent[] = [];
  if (status === "canceled" && !hasAct("cancelOrder")) events.push({ at: stageTime("canceled"), what: "Canceled" });
  if (status === "received" && !hasAct("receiveOrder"))
    events.push({ at: stageTime("received"), what: "Received", tone: "success" });
  if (hasReached("shipped") && !hasAct("shipOrder")) events.push({ at: stageTime("shipped"), what: "Shipped" });
  if (hasReached("processing"))
    events.push({ at: afterPayment(stageTime("processing"), invoice?.movements ?? []), what: "Processed" });
  return events;
}
