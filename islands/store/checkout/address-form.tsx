import { addressRules } from "../../../worker/contract/address-rules.ts";
import type { CheckoutProps } from "./model.ts";
import type { Address } from "../../lib/address.ts";
import type { Outcome } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { Field } from "../../ui/field.tsx";
import { FormFrame } from "../../ui/form-frame.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";

type AddressFormProps = {
  /** Keeps the fields of the two addresses apart, for browsers that fill them too. */
  kind: "shipping" | "billing";
  countries: CheckoutProps["countries"];
  onUse: (address: Address) => Promise<boolean>;
};

const saved: Outcome<unknown> = { ok: true, data: undefined };

/** A new address; it is used for this order only. */
export function AddressForm({ kind, countries, onUse }: AddressFormProps) {
  const form = useForm({
    fields: addressRules,
    async send({ line2, ...values }) {
      await onUse({ ...values, line2: line2 || null });
      return saved;
    },
  });
  const field = (name: string, label: string, autocomplete: string, isOptional = false) => (
    <Field
      id={`${kind}-${name}`}
      name={name}
      label={label}
      autoComplete={`${kind} ${autocomplete}`}
      required={!isOptional}
      is_optional={isOptional}
      error={form.errors[name]}
    />
  );
  return (
    <FormFrame form={form} submit={form.busy ? "Saving…" : "Use this address"}>
      {field("line1", "Address line 1", "address-line1")}
      {field("line2", "Address line 2", "address-line2", true)}
      <div className="pair">
        {field("city", "City", "address-level2")}
        {field("state", "State or region", "address-level1", true)}
        {field("postal_code", "Postal code", "postal-code")}
        <SelectField
          id={`${kind}-country`}
          name="country"
          label="Country"
          autoComplete={`${kind} country`}
          defaultValue="US"
          options={countries}
        />
      </div>
    </FormFrame>
  );
}
