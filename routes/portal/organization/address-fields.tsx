import StateOfCountry from "../../../islands/portal/state-of-country.tsx";
import { Field } from "../../../islands/ui/field.tsx";
import { Island } from "../../../worker/ui/island.tsx";
import { FormRow } from "../../../worker/ui/layouts/layouts.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { countryName, listCountries } from "../../countries.ts";

type Address = NonNullable<OwnOrganization["address"]>;

export const addressValues = (address: Address | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value ?? ""]));

export const addressLabels = {
  "address.recipient": "Recipient",
  "address.company": "Company",
  "address.line1": "Address line 1",
  "address.line2": "Address line 2",
  "address.city": "City",
  "address.state": "State or region",
  "address.postal_code": "Postal code",
  "address.country": ["Country", countryName],
} as const;

type AddressFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field"> & { has_recipient?: true };

export function AddressFields({ field, has_recipient }: AddressFieldsProps) {
  const country = field("address.country");
  const countries = [["", "Choose one"], ...listCountries()] as const;
  const isKnown = countries.some(([code]) => code === country.defaultValue);
  return (
    <>
      {has_recipient && (
        <FormRow>
          <Field
            {...field("address.recipient")}
            label={addressLabels["address.recipient"]}
            is_optional
            maxLength={128}
          />
          <Field {...field("address.company")} label={addressLabels["address.company"]} is_optional maxLength={128} />
        </FormRow>
      )}
      <Field {...field("address.line1")} label={addressLabels["address.line1"]} maxLength={256} />
      <Field {...field("address.line2")} label={addressLabels["address.line2"]} is_optional maxLength={256} />
      <FormRow>
        <Field {...field("address.city")} label={addressLabels["address.city"]} maxLength={128} />
        <Island
          name="portal/state-of-country"
          of={StateOfCountry}
          props={{ ...field("address.state"), country: country.defaultValue, country_id: country.name }}
        />
        <Field {...field("address.postal_code")} label={addressLabels["address.postal_code"]} maxLength={32} />
      </FormRow>
      <SelectField
        {...country}
        label="Country"
        options={isKnown ? countries : [...countries, [country.defaultValue, country.defaultValue]]}
      />
    </>
  );
}
