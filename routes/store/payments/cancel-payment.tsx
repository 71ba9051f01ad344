import { pages } from "../../../worker/contract/pages.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { namesOf, type PartPaid } from "./charge-states.ts";

/** Paid items stay bought, so only the rest can be left out. */
export function CancelPayment({ part }: { part?: PartPaid | undefined }) {
  const shared = { id: "cancel-payment", action: pages.cancelPayment, is_dangerous: true } as const;
  if (part) {
    return (
      <ConfirmForm
        {...shared}
        label={`Leave out ${namesOf(part.open)}`}
        title={`Leave out ${namesOf(part.open)}?`}
        confirm="Leave it out"
        dismiss="Keep it"
      >
        <p>{`You will not be charged for it. ${staysText(part)}`}</p>
      </ConfirmForm>
    );
  }
  return (
    <ConfirmForm
      {...shared}
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

export function staysText({ paid }: PartPaid): string {
  const text = namesOf(paid);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${paid.length === 1 ? "stays as it is" : "stay as they are"}.`;
}
