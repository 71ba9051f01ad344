import { useEffect, useRef, useState } from "react";
import { addressRules } from "../../../worker/contract/buying/address-rules.ts";
import type { Rule } from "../../../worker/contract/rules.ts";
import type { CheckoutProps } from "./model.ts";
import type { SaveAddress } from "./use-checkout.ts";
import type { Address } from "../../lib/address.ts";
import type { Outcome } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { Field } from "../../ui/field.tsx";
import { FormFrame } from "../../ui/form-frame.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { listStates } from "../../../worker/contract/buying/states.ts";
import { StateField } from "../../ui/fields/state-field.tsx";

type AddressFormProps = {
  /** Begins the ids and autofill hints of the fields, because the forms of both addresses can be open at once. */
  kind: "shipping" | "billing";
  countries: CheckoutProps["countries"];
  initial: Address | undefined;
  refused: string | undefined;
  onUse: (address: Address) => Promise<boolean>;
  /** Called with the function that saves the typed address while the form is open. */
  onForm: (save: SaveAddress | undefined) => void;
};
type FieldName = keyof typeof addressRules;

const savedOutcome: Outcome<unknown> = { ok: true, data: undefined };

/** Reads the country from the form, whose value can be newer than the last render. */
const stateRule = (countryId: string): Rule => ({
  code: "too_small",
  message: "State is required.",
  test(value) {
    const country = document.getElementById(countryId);
    return value !== "" || !(country instanceof HTMLSelectElement) || !listStates(country.value);
  },
});

/** A new address has a country and a state before anything is typed. */
const isTyped = (form: HTMLFormElement | null, initial: Address | undefined): boolean =>
  [...new FormData(form ?? undefined)].some(([name, value]) =>
    // `as`: the form has no other fields than those of an address
    initial ? value !== (initial[name as FieldName] ?? "") : value !== "" && name !== "country" && name !== "state",
  );

/** The address is used only for this order. */
export function AddressForm({ kind, countries, initial, refused, onUse, onForm }: AddressFormProps) {
  const [country, setCountry] = useState(initial?.country ?? "US");
  const pendingUse = useRef<Promise<boolean>>(undefined);
  const form = useForm({
    fields: { ...addressRules, state: [...addressRules.state, stateRule(`${kind}-country`)] },
    async send({ line2, recipient, company, ...values }) {
      pendingUse.current = onUse({
        ...values,
        line2: line2 || null,
        ...(recipient && { recipient }),
        ...(company && { company }),
      });
      await pendingUse.current;
      return savedOutcome;
    },
  });
  const saveTyped = async () => {
    if (!isTyped(form.on.ref.current, initial)) return true;
    if (!form.busy) pendingUse.current = undefined;
    await form.submit();
    return (await pendingUse.current) ?? false;
  };
  useEffect(() => {
    onForm(saveTyped);
    return () => onForm(undefined);
  });
  useEffect(() => {
    if (refused) document.getElementById(`${kind}-postal_code`)?.focus();
  }, [kind, refused]);
  const fieldProps = (name: FieldName, autocomplete: string) => ({
    id: `${kind}-${name}`,
    name,
    autoComplete: `${kind} ${autocomplete}`,
    defaultValue: initial?.[name] ?? "",
    error: form.errors[name],
  });
  const renderField = (name: FieldName, label: string, autocomplete: string, isOptional = false) => (
    <Field {...fieldProps(name, autocomplete)} label={label} required={!isOptional} is_optional={isOptional} />
  );
  return (
    <FormFrame form={form} submit={form.busy ? "Saving…" : "Use this address"}>
      <div className="pair">
        {renderField("recipient", "Recipient", "name", true)}
        {renderField("company", "Company", "organization", true)}
      </div>
      {renderField("line1", "Address line 1", "address-line1")}
      {renderField("line2", "Address line 2", "address-line2", true)}
      <div className="pair">
        {renderField("city", "City", "address-level2")}
        <StateField {...fieldProps("state", "address-level1")} country={country} />
        <Field
          {...fieldProps("postal_code", "postal-code")}
          label="Postal code"
          required
          error={form.errors["postal_code"] ?? refused}
        />
        <SelectField
          {...fieldProps("country", "country")}
          label="Country"
          defaultValue={country}
          options={countries}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
      </div>
    </FormFrame>
  );
}
