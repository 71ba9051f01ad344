import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { refundFailureText } from "../../../worker/contract/buying/decline-text.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import type { OrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import { retryRefund, settleRefund } from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { orderHref } from "./chosen-lines.ts";
import { pendingApprovalMessage } from "./refund-approvals.tsx";

/** The shop still has the money of a failed refund and must return it another way. */
export const FailedRefunds = ({ failed, ...rest }: FailedRefundsProps) =>
  failed.map((refund) => <FailedRefund key={refund.id} refund={refund} {...rest} />);

type FailedRefundsProps = {
  order_id: string;
  failed: OrderPayment["failed_refunds"];
  can_refund: boolean;
  can_settle: boolean;
  /** Today in the shop's time zone, the latest day that can be entered. */
  today: string;
};
type FailedRefundProps = { refund: OrderPayment["failed_refunds"][number] } & Omit<FailedRefundsProps, "failed">;

function FailedRefund({ order_id, refund, can_refund, ...rest }: FailedRefundProps) {
  const { amount, at, failure_reason, instructions } = refund;
  return (
    <section className="notice danger" aria-label="Failed refund">
      <p>
        Refund of {formatMoney(amount)} failed on <DateText at={at} />: {refundFailureText(failure_reason)}. The money
        came back to us.{!can_refund && " An owner or a finance person can send it again."}
      </p>
      {can_refund && instructions && (
        <>
          <p>
            {instructions.by ?? "The customer"} told us on <DateText at={instructions.at} /> where to refund:
          </p>
          <blockquote className="note-text">{instructions.message}</blockquote>
        </>
      )}
      {can_refund && <FailedRefundActions order_id={order_id} refund={refund} {...rest} />}
    </section>
  );
}

function FailedRefundActions({
  order_id,
  refund: { id, amount },
  can_settle,
  today,
}: Omit<FailedRefundProps, "can_refund">) {
  const sum = formatMoney(amount);
  return (
    <div className="actions">
      <ConfirmForm
        id={`retry-${id}`}
        label="Try again"
        title={`Refund ${sum} again?`}
        action={hrefOf(pages.retryRefund, { order_id })}
        confirm={`Refund ${sum}`}
        is_dangerous
      >
        <p>It goes to the same payment method, so it may fail again. The buyer is notified by email.</p>
        <input type="hidden" name="failed_refund_id" value={id} />
      </ConfirmForm>
      {can_settle && (
        <ConfirmForm
          id={`settle-${id}`}
          label="Note as paid by other means"
          title={`${sum} was paid by other means?`}
          action={hrefOf(pages.settleRefund, { order_id })}
          confirm="Note as paid"
        >
          <p>
            The payment provider gives nothing back. The refund is booked, and the buyer is notified by email. This
            cannot be undone.
          </p>
          <input type="hidden" name="failed_refund_id" value={id} />
          <div className="fields">
            <Field
              id={`reference-${id}`}
              name="reference"
              label="Reference"
              hint="What the bank statement or the cheque says"
              maxLength={140}
              required
            />
            <Field
              id={`paid-on-${id}`}
              name="paid_on"
              type="date"
              label="Paid on"
              defaultValue={today}
              max={today}
              required
            />
          </div>
        </ConfirmForm>
      )}
    </div>
  );
}

const retryForm = formPost(contract.retryRefund, {
  path: pages.retryRefund,
  back: orderHref,
  send: (ctx, { params, body }) => retryRefund(ctx, params.order_id, body),
  done: (outcome) => (outcome ? pendingApprovalMessage : "The refund is on its way again."),
});

const settleForm = formPost(contract.settleRefund, {
  path: pages.settleRefund,
  back: orderHref,
  send: (ctx, { params, body }) => settleRefund(ctx, params.order_id, body),
  done: () => "The refund is noted as paid by other means.",
});

export const failedRefundForms: Route[] = [retryForm, settleForm];
