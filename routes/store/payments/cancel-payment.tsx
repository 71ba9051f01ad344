import { pages } from "../../../worker/contract/pages.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";

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
      <p>
        You will not be charged for what is not paid yet, and you can change your cart again. Items that are already
        paid stay bought.
      </p>
    </ConfirmForm>
  );
}
