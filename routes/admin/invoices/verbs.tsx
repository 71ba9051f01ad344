import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminInvoice, InvoicePayments } from "../../../worker/domain/payments/index.ts";
import { buildFieldProps, type TypedFields } from "../../../worker/ui/forms/fields-of.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { CopyButton } from "../../../worker/ui/parts/script-buttons.tsx";

type InvoiceActionsProps = { invoice: AdminInvoice; payments: InvoicePayments; typed: TypedFields | undefined };

const isUnpaid = ({ payment_status }: AdminInvoice) => payment_status === "pending" || payment_status === "declined";

/** No actions for a paid or void invoice, and while a payment or another action is in progress. */
export function InvoiceActions({ invoice, payments, typed }: InvoiceActionsProps) {
  const { is_processing, closed_as, pay_url, is_open } = invoice;
  if (!isUnpaid(invoice) || closed_as === "void" || is_processing) return null;
  if (payments.asked)
    return (
      <p className="notice info">
        The payment provider has not confirmed what an administrator asked for. It is tried again every few minutes.
      </p>
    );
  return (
    <section id="collect">
      <h2>Get it paid</h2>
      <div className="card">
        <div className="actions">
          {is_open && <ReminderForm invoice={invoice} />}
          {payments.has_provider_invoice && (is_open || closed_as !== null) && (
            <ChargeForm invoice={invoice} left={payments.left} />
          )}
          <MarkPaidForm invoice={invoice} payments={payments} typed={typed} />
        </div>
        {pay_url !== null && (
          <p className="pay-link">
            <span className="small">Pay link</span> <code>{pay_url}</code> <CopyButton what="the pay link" />
          </p>
        )}
        <div className="actions">
          {closed_as === null && <WriteOffForm invoice={invoice} left={payments.left} />}
          {payments.has_payment ? <NotVoidableNote invoice={invoice} /> : <VoidForm invoice={invoice} />}
        </div>
      </div>
    </section>
  );
}

/** A refund of a wire or cheque bypasses the payment provider, and is recorded on the order's page. */
export function PayBackSection({
  invoice,
  payments: { tries, movements },
}: Pick<InvoiceActionsProps, "invoice" | "payments">) {
  const remainingAmount = movements.reduce((sum, { amount }) => sum + amount, 0);
  const isOutside =
    movements.some(({ kind }) => kind === "paid_out_of_band") && !tries.some(({ status }) => status === "succeeded");
  if (invoice.reference_type !== "order" || !isOutside || remainingAmount <= 0) return null;
  return (
    <section id="paid-back">
      <h2>Pay it back</h2>
      <p>
        It was paid by wire or cheque. Pay the money back, then{" "}
        <a href={hrefOf(pages.refundOrder, { order_id: invoice.reference_id })}>note it as paid back</a>.
      </p>
    </section>
  );
}

function ReminderForm({ invoice: { id, reminder_sent_at } }: { invoice: AdminInvoice }) {
  return (
    <form method="post" action={hrefOf(pages.remindInvoice, { invoice_id: id })}>
      <button className="button">Send a reminder</button>
      {reminder_sent_at !== null && (
        <small>
          {" "}
          Last on <DateText at={reminder_sent_at} />
        </small>
      )}
    </form>
  );
}

/** `left` is in US cents. */
type AmountLeftProps = { invoice: AdminInvoice; left: number };

function ChargeForm({ invoice: { id, reference_type }, left }: AmountLeftProps) {
  const sum = formatMoney(left);
  return (
    <ConfirmForm
      id="charge"
      label="Charge now"
      title={`Charge ${sum} now?`}
      action={hrefOf(pages.chargeInvoice, { invoice_id: id })}
      confirm={`Charge ${sum}`}
    >
      <p>
        {reference_type === "subscription"
          ? "The plan’s payment method is charged, without the buyer."
          : "The organization’s default payment method is charged, without the buyer; if it has none, the one of the order."}{" "}
        If the bank declines, the invoice stays open and you see the reason. A bank debit takes some days.
      </p>
      <input type="hidden" name="key" value={crypto.randomUUID()} />
    </ConfirmForm>
  );
}

type PaidFieldsProps = {
  prefix: string;
  /** Today in the shop's time zone, the latest day that can be entered. */
  today: string;
  typed: TypedFields | undefined;
  /** In the list the fields are optional, because other buttons of its form do not need them. */
  is_in_list?: true;
};

export function PaidFields({ prefix, today, typed, is_in_list }: PaidFieldsProps) {
  const { field } = buildFieldProps(typed, { paid_on: today });
  return (
    <div className="fields">
      <Field
        {...field("reference")}
        id={`${prefix}-reference`}
        label="Reference"
        hint="What the bank statement or the cheque says"
        maxLength={140}
        required={!is_in_list}
      />
      <Field
        {...field("paid_on")}
        id={`${prefix}-on`}
        type="date"
        label="Arrived on"
        max={today}
        required={!is_in_list}
      />
    </div>
  );
}

function MarkPaidForm({ invoice: { id }, payments: { left, today }, typed }: InvoiceActionsProps) {
  return (
    <ConfirmForm
      id="paid"
      label="Note as paid"
      title={`${formatMoney(left)} arrived by wire or cheque?`}
      action={hrefOf(pages.markInvoicePaid, { invoice_id: id })}
      confirm="Note as paid"
    >
      <p>Nothing is charged, and the pay link ends. The buyer gets an email that it is paid. This cannot be undone.</p>
      <PaidFields today={today} typed={typed} prefix="paid" />
    </ConfirmForm>
  );
}

const consequenceText = ({ reference_type }: AdminInvoice): string =>
  reference_type === "order"
    ? "Items that have not shipped are canceled, and the buyer is notified by email. Shipped items stay, and software is locked if nothing was paid."
    : "The plan itself stays as it is.";

function WriteOffForm({ invoice, left }: AmountLeftProps) {
  const sum = formatMoney(left);
  return (
    <ConfirmForm
      id="write-off"
      label="Write off"
      title={`Write off ${sum}?`}
      action={hrefOf(pages.writeOffInvoice, { invoice_id: invoice.id })}
      confirm={`Write off ${sum}`}
      is_dangerous
    >
      <p>
        It stays owed, but you no longer expect the money: it leaves the unpaid invoices, and no more tries are made.{" "}
        {consequenceText(invoice)} It can still be paid.
      </p>
    </ConfirmForm>
  );
}

function NotVoidableNote({ invoice: { reference_type, reference_id } }: { invoice: AdminInvoice }) {
  if (reference_type !== "order") return <p className="small">Part of it is paid, so it cannot be voided.</p>;
  return (
    <p className="small">
      Part of it is paid, so it cannot be voided. If it was never owed,{" "}
      <a href={hrefOf(pages.adminOrder, { order_id: reference_id })}>cancel or refund the order</a>, which also gives up
      the rest.
    </p>
  );
}

function VoidForm({ invoice }: { invoice: AdminInvoice }) {
  return (
    <ConfirmForm
      id="void"
      label="Void"
      title="Void this invoice?"
      action={hrefOf(pages.voidInvoice, { invoice_id: invoice.id })}
      confirm="Void the invoice"
      dismiss="Leave it"
      is_dangerous
    >
      <p>It was never owed: it can no longer be paid. {consequenceText(invoice)} This cannot be undone.</p>
    </ConfirmForm>
  );
}
