import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminInvoice } from "../../../worker/domain/payments/index.ts";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";

/** Says why the payment must be reviewed, and lets an administrator end the review. */
export function Review({ invoice, can_act }: { invoice: AdminInvoice; can_act: boolean }) {
  const { id, updated_at, reference_type } = invoice;
  return (
    <section id="review">
      <div className="notice warning">
        <p>{reasonTexts[reference_type]} Please check.</p>
        {can_act && (
          <ConfirmForm
            id="reviewed"
            label="Mark as reviewed"
            title="Mark this payment as reviewed?"
            action={hrefOf(pages.reviewInvoice, { invoice_id: id })}
            confirm="Mark as reviewed"
          >
            <p>No money moves. The invoice leaves the list of payments to review, and the alarm ends.</p>
            <input type="hidden" name="updated_at" value={updated_at} />
          </ConfirmForm>
        )}
      </div>
    </section>
  );
}

const reasonTexts: Record<AdminInvoice["reference_type"], string> = {
  order: "The received amount differs from the billed amount, or the order was canceled before it was paid.",
  subscription:
    "The received amount differs from the billed amount, the plan had ended before it was charged, or its refund failed.",
};
