import { pages } from "../../../worker/contract/pages.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";

/** Cancels a pending payment after a confirmation. */
export function CancelPayment() {
  return (
    <ConfirmForm
      id="cancel-payment"
      label="Cancel it"
      title="Cancel this payment?"
      action={pages.cancelPayment}
      confirm="Cancel the payment"
      dismiss="Keep it"
      is_dangerous
    >
      <p>What is not paid yet is not charged, and you can change your cart again. What is paid already stays bought.</p>
    </ConfirmForm>
  );
}
