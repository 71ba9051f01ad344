import { formatMoney } from "../../../islands/lib/money.ts";
import { declineText } from "../../../worker/contract/buying/decline-text.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import type { AdminInvoice, InvoicePayments } from "../../../worker/domain/payments/index.ts";
import { DateText, TimeText } from "../../../worker/ui/date.tsx";
import { Badge, type Tone } from "../../../worker/ui/parts/badge.tsx";
import { disputeReasonText, daysLeftText } from "./dispute-text.ts";

type PaymentsProps = { invoice: AdminInvoice; payments: InvoicePayments };

type PaymentLine = {
  id: string;
  at: string;
  what: string;
  note: string;
  amount: number;
  badge: readonly [Tone, string];
};

const attemptBadges: Record<InvoicePayments["tries"][number]["status"], readonly [Tone, string]> = {
  succeeded: ["success", "Paid"],
  pending: ["info", "Under way"],
  failed: ["danger", "Declined"],
};

const movementLabels: Record<
  InvoicePayments["movements"][number]["kind"],
  readonly [what: string, Tone, badge: string]
> = {
  charge: ["Payment", "success", "Paid"],
  balance: ["From the customer’s balance", "success", "Paid"],
  balance_owed: ["Owed on the customer’s balance", "neutral", "Collected"],
  paid_out_of_band: ["Outside the payment provider", "success", "Paid"],
  refund: ["Refund", "neutral", "Refunded"],
  refund_failed: ["Refund", "danger", "Failed"],
  dispute_withdrawn: ["Dispute", "danger", "Withdrawn"],
  dispute_reinstated: ["Dispute", "success", "Returned"],
};

function buildLines({ tries, movements: bookedMovements }: InvoicePayments): PaymentLine[] {
  const attemptLines = tries.map((each): PaymentLine => ({
    id: each.id,
    at: each.at,
    what: each.method ? methodName(each.method) : "Payment",
    note: each.decline === null ? "" : declineText(each.decline),
    amount: each.amount,
    badge: attemptBadges[each.status],
  }));
  const movementLines = bookedMovements.map(({ id, kind, amount, at, reference, by }): PaymentLine => {
    const [what, tone, badge] = movementLabels[kind];
    const note = [reference, by && `noted by ${by}`].filter(Boolean).join(", ");
    return { id, at, what, note, amount: Math.abs(amount), badge: [tone, badge] };
  });
  return [...attemptLines, ...movementLines].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Payment attempts and movements of money are listed oldest first. */
export function Payments({ invoice, payments }: PaymentsProps) {
  const lines = buildLines(payments);
  return (
    <section id="payments">
      <h2>Payments</h2>
      <NextAttempt invoice={invoice} payments={payments} />
      {lines.length > 0 && (
        <ul className="parcels tries">
          {lines.map(({ id, at, what, note, amount, badge: [tone, text] }) => (
            <li key={id}>
              <span>
                <b>{what}</b>
                <small>
                  <TimeText at={at} />
                  {note && ` · ${note}`}
                </small>
              </span>
              <Badge tone={tone}>{text}</Badge>
              <b className="sum">{formatMoney(amount)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NextAttempt({ invoice, payments }: PaymentsProps) {
  const { is_processing, is_open, next_attempt_at, closed_as, payment_status } = invoice;
  if (is_processing) return <p className="small">The bank was asked. Its answer takes some days.</p>;
  if (closed_as === "void") return <p className="small">It was never owed and can no longer be paid.</p>;
  if (closed_as === "written_off") return <p className="small">Nobody expects the money, but it can still be paid.</p>;
  if (!is_open && (payment_status === "pending" || payment_status === "declined"))
    return <p className="small">Its order or plan has ended, so nothing more is charged.</p>;
  if (!is_open) return null;
  if (payments.needs_action)
    return <p className="small">The bank waits for the buyer’s confirmation on the payment page.</p>;
  if (next_attempt_at !== null)
    return (
      <p className="small">
        Next try on <DateText at={next_attempt_at} />, by the payment provider.
      </p>
    );
  return <p className="small">No further attempt is planned: the buyer or you must act.</p>;
}

/** Open disputes show the time that is left for evidence. */
export function Disputes({ payments, now }: { payments: InvoicePayments; now: number }) {
  const { disputes, is_disputed, is_test_mode } = payments;
  if (disputes.length === 0)
    return is_disputed ? <p className="notice danger">The bank disputes this payment.</p> : null;
  return disputes.map(({ id, amount, reason, is_open, status, due_by }) => {
    const href = `https://dashboard.stripe.com/${is_test_mode ? "test/" : ""}disputes/${encodeURIComponent(id)}`;
    if (!is_open)
      return (
        <p key={id} className="notice info">
          {`The dispute about ${formatMoney(amount)} is closed: ${status === "won" ? "the money came back" : status === "lost" ? "the money stays with the bank" : "no money moved"}.`}
        </p>
      );
    return (
      <section key={id} className="notice danger dispute" aria-label="Dispute">
        <h2>
          {formatMoney(amount)} disputed{due_by !== null && `: ${daysLeftText(due_by, now)}`}
        </h2>
        <p>
          {disputeReasonText(reason)}{" "}
          {due_by !== null && (
            <>
              The bank accepts evidence until <TimeText at={due_by} />.{" "}
            </>
          )}
          Without evidence the dispute is lost.
        </p>
        <a href={href}>Send evidence at the payment provider</a>
      </section>
    );
  });
}
