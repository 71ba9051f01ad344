import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { listCountries } from "../../countries.ts";
import { productLabels } from "./edit-values.ts";

export function ShippingFields({ field }: Pick<ReturnType<typeof buildFieldProps>, "field">) {
  return (
    <FormGroup
      id="shipping"
      title="Shipping and customs"
      text="For one piece. Labels to other countries need the weight, the country of origin and the HS code."
    >
      <Field
        {...field("lead_days")}
        label={productLabels.lead_days}
        is_optional
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        hint="From payment until it ships. Customers see delivery dates only if it is known."
      />
      <Field
        {...field("weight_grams")}
        label={productLabels.weight_grams}
        is_optional
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        hint="With its box. A package’s weight is proposed from it."
      />
      <SelectField
        {...field("country_of_origin")}
        label={productLabels.country_of_origin}
        options={[["", "Unknown"], ...listCountries()]}
        hint="Where it was made."
      />
      <Field
        {...field("hs_code")}
        label={productLabels.hs_code}
        is_optional
        inputMode="decimal"
        maxLength={14}
        autoComplete="off"
        hint="6, 8 or 10 digits of the Harmonized System, as 9027.30."
      />
      <Field
        {...field("customs_value")}
        label={`${productLabels.customs_value} in dollars`}
        is_optional
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
        hint="Left empty, the price that was paid counts."
      />
    </FormGroup>
  );
}
