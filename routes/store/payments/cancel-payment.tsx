import { pages } from "../../../worker/contract/pages.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { formatChargeNames, type PartialPayment } from "./charge-states.ts";

/** Paid items stay bought, so only unpaid items can be canceled. */
export function CancelPaymentForm({ part }: { part?: PartialPayment | undefined }) {
  const formProps = { id: "cancel-payment", action: pages.cancelPayment, is_dangerous: true } as const;
  if (part) {
    return (
      <ConfirmForm
        {...formProps}
        label={`Leave out ${formatChargeNames(part.open)}`}
        title={`Leave out ${formatChargeNames(part.open)}?`}
        confirm="Leave it out"
        dismiss="Keep it"
      >
        <p>{`You will not be charged for it. ${paidChargesText(part)}`}</p>
      </ConfirmForm>
    );
  }
  return (
    <ConfirmForm
      {...formProps}
      label="Cancel it"
      title="Cancel this payment?"
      confirm="Cancel the payment"
      dismiss="Keep it"
    >
      <p>
        You will not be charged for what is not paid yet, and you can change your cart again. Items that are already
        paid stay bought.
      </p>
    </ConfirmForm>
  );
}

export function paidChargesText({ paid }: PartialPayment): string {
  const text = formatChargeNames(paid);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${paid.length === 1 ? "stays as it is" : "stay as they are"}.`;
}
