import { Field } from "../../ui/field.tsx";
import { TextAreaField } from "../../ui/fields/text-area-field.tsx";
import { addMethodForm } from "./payment-choice.tsx";
import { Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";

/** Without script, the button "Add payment method" saves both fields. */
export function OrderReference({ checkout: { cart, problems, write } }: { checkout: Checkout }) {
  return (
    <Section title="Your reference" problem={problems.order}>
      <Field
        name="po_number"
        form={addMethodForm}
        label="PO number"
        hint="Shown on the order, its invoice and its emails."
        is_optional
        maxLength={64}
        defaultValue={cart.po_number ?? ""}
        // Enter presses the form's first button (HTML, form submission), which opens the provider's page
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        onInput={(event) => write({ po_number: event.currentTarget.value.trim() })}
      />
      <TextAreaField
        name="note"
        form={addMethodForm}
        label="Note to us"
        is_optional
        rows={2}
        maxLength={1000}
        defaultValue={cart.note ?? ""}
        onInput={(event) => write({ note: event.currentTarget.value.trim() })}
      />
    </Section>
  );
}
