import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import { patternsMax } from "../../../worker/contract/entities/product-fields.ts";
import { patternLengthMax } from "../../../worker/contract/serials/serial-pattern.ts";
import { basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { productLabels, priceName } from "./edit-values.ts";
import { SerialTrialField, type Trial } from "./serial-trial.tsx";
import { activeLabels, termLabels, typeLabels } from "./labels.ts";

type SaleFieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field" | "list"> & {
  levels: readonly string[];
  /** True if name, SKU and prices come from NetSuite. */
  is_synchronized: boolean;
  patternErrors: readonly (readonly [place: number, message: string])[];
  trial: Trial;
};

const netSuiteHint = "From NetSuite. Change it there.";

export function SaleFields({ field, list, levels, is_synchronized, patternErrors, trial }: SaleFieldsProps) {
  const readOnlyProps = is_synchronized ? { readOnly: true, hint: netSuiteHint } : {};
  const patterns = list("patterns");
  return (
    <>
      <FormGroup id="what" title="What it is">
        <Field {...field("name")} label={productLabels.name} maxLength={1024} autoComplete="off" {...readOnlyProps} />
        <Field
          {...field("sku")}
          label={productLabels.sku}
          is_optional
          maxLength={1024}
          autoComplete="off"
          hint="No two products have the same."
          {...readOnlyProps}
        />
        <SelectField {...field("type")} label={productLabels.type} options={Object.entries(typeLabels)} />
        <SelectField
          {...field("is_active")}
          label={productLabels.is_active}
          options={Object.entries(activeLabels)}
          hint="Only what is published, too, is in the store."
        />
      </FormGroup>
      <FormGroup
        id="price"
        title="Price"
        text={
          is_synchronized
            ? "In US dollars. Prices of this product come from NetSuite; change them there."
            : "In US dollars, per unit or term. Levels without a price cannot buy."
        }
      >
        {levels.map((level) => (
          <Field
            key={level}
            {...field(priceName(level))}
            label={level}
            is_optional
            inputMode="decimal"
            maxLength={16}
            autoComplete="off"
            {...(level === basePriceLevel && { hint: "What visitors see; needed to publish the product." })}
            {...readOnlyProps}
          />
        ))}
        <Field
          {...field("tax_code")}
          label={productLabels.tax_code}
          is_optional
          maxLength={13}
          autoComplete="off"
          hint="Of the payment provider, as txcd_99999999. Left empty, the default of its settings counts."
        />
      </FormGroup>
      <FormGroup id="plan" title="Plan" text="For what is bought again and again. Each term is a product of its own.">
        <SelectField
          {...field("subscription_term")}
          label={productLabels.subscription_term}
          options={Object.entries(termLabels)}
          hint="It cannot change while a subscription is live."
        />
        <Field
          {...field("family")}
          label={productLabels.family}
          is_optional
          maxLength={128}
          autoComplete="off"
          hint="The terms of one plan share it, and the store shows them as one card."
        />
      </FormGroup>
      <FormGroup
        id="serials"
        title="Serial numbers"
        text="A device is registered when its serial number fits. Of several products that fit, the one created first has it."
      >
        {patternErrors.map(([place]) => (
          <span key={place} id={`patterns.${place - 1}`} />
        ))}
        <TextAreaField
          name="patterns"
          error={patternErrors.map(([place, message]) => `Pattern ${place}: ${message}`).join(" ") || patterns.error}
          label={productLabels.patterns}
          is_optional
          rows={Math.max(patterns.chosen.length + 1, 3)}
          maxLength={(patternLengthMax + 2) * patternsMax}
          spellCheck={false}
          defaultValue={patterns.chosen.join("\n")}
          hint="One in each line, as CGX-100-\d{5}. Letters, digits and hyphens stand for themselves, \d for a digit, [A-F] for one of these, (A|B) for either, {5} or {1,8} for how many."
        />
        <SerialTrialField trial={trial} />
      </FormGroup>
    </>
  );
}
