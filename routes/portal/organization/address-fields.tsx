import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { OwnOrganization } from "../../../worker/domain/organizations/index.ts";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { listCountries } from "../../store/checkout/countries.ts";

type Address = NonNullable<OwnOrganization["address"]>;

/** What the fields of an address say, by their names. */
export const addressValues = (address: Address | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value ?? ""]));

type AddressFieldsProps = Pick<ReturnType<typeof fieldsOf>, "field"> & { has_recipient?: true };

/** The fields of an address, whose names are those of the contracts. */
export function AddressFields({ field, has_recipient }: AddressFieldsProps) {
  const country = field("address.country");
  const countries = [["", "Choose one"], ...listCountries()] as const;
  const isKnown = countries.some(([code]) => code === country.defaultValue);
  return (
    <>
      {has_recipient && (
        <>
          <Field {...field("address.recipient")} label="Recipient" is_optional maxLength={128} />
          <Field {...field("address.company")} label="Company" is_optional maxLength={128} />
        </>
      )}
      <Field {...field("address.line1")} label="Address line 1" maxLength={256} />
      <Field {...field("address.line2")} label="Address line 2" is_optional maxLength={256} />
      <Field {...field("address.city")} label="City" maxLength={128} />
      <Field {...field("address.state")} label="State or region" is_optional maxLength={64} />
      <Field {...field("address.postal_code")} label="Postal code" maxLength={32} />
      <SelectField
        {...country}
        label="Country"
        options={isKnown ? countries : [...countries, [country.defaultValue, country.defaultValue]]}
      />
    </>
  );
}
