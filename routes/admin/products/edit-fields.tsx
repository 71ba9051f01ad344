import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { countRows, productLabels, type lineNames } from "./edit-values.ts";

type FieldsProps = Pick<ReturnType<typeof fieldsOf>, "field" | "list">;
type EditFieldsProps = FieldsProps & { values: Record<string, unknown> };

export function EditFields({ field, list, values }: EditFieldsProps) {
  const lines = { list };
  const rows = { field, names: Object.keys(values) };
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
        <Lines {...lines} name="key_features" />
        <Rows {...rows} name="detailed_description" one="Section" first={["title", ": heading"]} />
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
        <Lines {...lines} name="devices" />
        <Lines {...lines} name="compatibility" />
        <Lines {...lines} name="platforms" />
        <Lines {...lines} name="software_use_cases" />
      </FormGroup>
      <FormGroup title="Pictures and links" text="Each starts with https://, or with / for a file of this shop.">
        <Field {...field("main_image")} label={productLabels.main_image} is_optional maxLength={2048} />
        <Lines {...lines} name="other_images" />
        <Rows {...rows} name="downloads" one="Download" first={["name", ""]} />
        <Rows {...rows} name="links" one="Link" first={["name", ""]} />
      </FormGroup>
      <FormGroup title="For administrators">
        <TextAreaField {...field("notes")} label={productLabels.notes} is_optional rows={3} maxLength={3072} />
      </FormGroup>
    </>
  );
}

function Lines({ list, name }: Pick<FieldsProps, "list"> & { name: (typeof lineNames)[number] }) {
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

type RowsProps = Pick<FieldsProps, "field"> & {
  names: readonly string[];
  name: "detailed_description" | "downloads" | "links";
  one: string;
  /** First field of a row; the row's number follows its label. */
  first: readonly [field: string, label: string];
};

/** Ends with an empty row; a cleared row is removed. */
function Rows({ field, names, name, one, first: [key, label] }: RowsProps) {
  const count = countRows(name, names) + 1;
  return Array.from({ length: count }, (_, index) => {
    const which = index === count - 1 ? `Another ${one.toLowerCase()}` : `${one} ${index + 1}`;
    return (
      <fieldset
        key={index}
        className={name === "detailed_description" ? "edit-row" : "edit-row pair"}
        aria-label={which}
      >
        <Field {...field(`${name}.${index}.${key}`)} label={`${which}${label}`} is_optional maxLength={256} />
        {name === "detailed_description" ? (
          <TextAreaField {...field(`${name}.${index}.description`)} label="Text" is_optional rows={4} />
        ) : (
          <Field {...field(`${name}.${index}.link`)} label="Address" is_optional maxLength={2048} />
        )}
      </fieldset>
    );
  });
}
