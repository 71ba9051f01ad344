import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { countRows, productLabels, type lineNames } from "./edit-values.ts";

type FieldsProps = Pick<ReturnType<typeof buildFieldProps>, "field" | "list">;
type EditFieldsProps = FieldsProps & { values: Record<string, unknown> };

export function EditFields({ field, list, values }: EditFieldsProps) {
  const linesProps = { list };
  const rowsProps = { field, names: Object.keys(values) };
  return (
    <>
      <FormGroup id="texts" title="In lists" text="Used to find and distinguish the product.">
        <Field {...field("short_description")} label={productLabels.short_description} is_optional maxLength={512} />
        <Field {...field("category")} label={productLabels.category} is_optional maxLength={128} />
        <Field
          {...field("position")}
          label={productLabels.position}
          inputMode="numeric"
          hint="Smallest first; products with equal positions are sorted by creation."
        />
      </FormGroup>
      <FormGroup title="On its page">
        <TextAreaField
          {...field("long_description")}
          label={productLabels.long_description}
          is_optional
          rows={8}
          maxLength={20_000}
        />
        <LinesField {...linesProps} name="key_features" />
        <RowFields {...rowsProps} name="detailed_description" one="Section" first={["title", ": heading"]} />
      </FormGroup>
      <FormGroup title="Specification">
        <Field
          {...field("author")}
          label={productLabels.author}
          is_optional
          hint="Software in the store needs one."
          maxLength={256}
        />
        <Field {...field("format")} label={productLabels.format} is_optional maxLength={256} />
        <Field {...field("availability")} label={productLabels.availability} is_optional maxLength={256} />
        <TextAreaField
          {...field("requirements")}
          label={productLabels.requirements}
          is_optional
          rows={2}
          maxLength={2000}
        />
        <TextAreaField
          {...field("certifications")}
          label={productLabels.certifications}
          is_optional
          rows={2}
          maxLength={2000}
        />
        <LinesField {...linesProps} name="devices" />
        <LinesField {...linesProps} name="compatibility" />
        <LinesField {...linesProps} name="platforms" />
        <LinesField {...linesProps} name="software_use_cases" />
      </FormGroup>
      <FormGroup title="Pictures and links" text="Each starts with https://, or with / for a file of this shop.">
        <Field {...field("main_image")} label={productLabels.main_image} is_optional maxLength={2048} />
        <LinesField {...linesProps} name="other_images" />
        <RowFields {...rowsProps} name="downloads" one="Download" first={["name", ""]} />
        <RowFields {...rowsProps} name="links" one="Link" first={["name", ""]} />
      </FormGroup>
      <FormGroup title="For administrators">
        <TextAreaField {...field("notes")} label={productLabels.notes} is_optional rows={3} maxLength={3072} />
      </FormGroup>
    </>
  );
}

function LinesField({ list, name }: Pick<FieldsProps, "list"> & { name: (typeof lineNames)[number] }) {
  const { chosen, error } = list(name);
  return (
    <TextAreaField
      name={name}
      error={error}
      label={productLabels[name]}
      hint="One in each line."
      is_optional
      rows={Math.min(Math.max(chosen.length, 2), 8)}
      defaultValue={chosen.join("\n")}
    />
  );
}

type RowFieldsProps = Pick<FieldsProps, "field"> & {
  names: readonly string[];
  name: "detailed_description" | "downloads" | "links";
  one: string;
  /** Name and label of a row's first field; the label is shown after the row's number. */
  first: readonly [field: string, label: string];
};

/** An empty row follows for another entry; clearing the fields of a row removes the row. */
function RowFields({ field, names, name, one, first: [key, label] }: RowFieldsProps) {
  const count = countRows(name, names) + 1;
  return Array.from({ length: count }, (_, index) => {
    const rowLabel = index === count - 1 ? `Another ${one.toLowerCase()}` : `${one} ${index + 1}`;
    return (
      <fieldset
        key={index}
        className={name === "detailed_description" ? "edit-row" : "edit-row pair"}
        aria-label={rowLabel}
      >
        <Field {...field(`${name}.${index}.${key}`)} label={`${rowLabel}${label}`} is_optional maxLength={256} />
        {name === "detailed_description" ? (
          <TextAreaField {...field(`${name}.${index}.description`)} label="Text" is_optional rows={4} />
        ) : (
          <Field {...field(`${name}.${index}.link`)} label="Address" is_optional maxLength={2048} />
        )}
      </fieldset>
    );
  });
}
