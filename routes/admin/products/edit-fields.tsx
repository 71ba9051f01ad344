import { Field } from "../../../islands/ui/field.tsx";
import { TextAreaField } from "../../../islands/ui/fields/text-area-field.tsx";
import type { fieldsOf } from "../../../worker/ui/forms/fields-of.ts";
import { FormGroup } from "../../../worker/ui/layouts/layouts.tsx";
import { countRows } from "./edit-values.ts";

type FieldsProps = Pick<ReturnType<typeof fieldsOf>, "field" | "list">;
type EditFieldsProps = FieldsProps & { values: Record<string, unknown> };

/** All that is ours of a product, by what it is for. */
export function EditFields({ field, list, values }: EditFieldsProps) {
  const lines = { list };
  const rows = { field, names: Object.keys(values) };
  return (
    <>
      <FormGroup title="In lists" text="How it is found and told apart.">
        <Field {...field("short_description")} label="In one sentence" is_optional maxLength={512} />
        <Field {...field("category")} label="Category" is_optional maxLength={128} />
        <Field
          {...field("position")}
          label="Place in the store"
          inputMode="numeric"
          hint="The smallest stands first; products with the same place stand in the order in which they came."
        />
      </FormGroup>
      <FormGroup title="On its page">
        <TextAreaField {...field("long_description")} label="Description" is_optional rows={8} maxLength={20_000} />
        <Lines {...lines} name="key_features" label="Key features" />
        <Rows {...rows} name="detailed_description" one="Section" first={["title", "Heading"]} />
      </FormGroup>
      <FormGroup title="Specification">
        <Field
          {...field("author")}
          label="Author"
          is_optional
          hint="Software in the store needs one."
          maxLength={256}
        />
        <Field {...field("format")} label="Format or dimensions" is_optional maxLength={256} />
        <Field {...field("availability")} label="Availability" is_optional maxLength={256} />
        <TextAreaField {...field("requirements")} label="Requirements" is_optional rows={2} maxLength={2000} />
        <TextAreaField {...field("certifications")} label="Certifications" is_optional rows={2} maxLength={2000} />
        <Lines {...lines} name="devices" label="For these devices" />
        <Lines {...lines} name="compatibility" label="Works with" />
        <Lines {...lines} name="platforms" label="Platforms" />
        <Lines {...lines} name="software_use_cases" label="Use cases" />
      </FormGroup>
      <FormGroup title="Pictures and links" text="Each begins with https://, or with / for a file of ours.">
        <Field {...field("main_image")} label="Picture" is_optional maxLength={2048} />
        <Lines {...lines} name="other_images" label="More pictures" />
        <Rows {...rows} name="downloads" one="Download" first={["name", "Name"]} />
        <Rows {...rows} name="links" one="Link" first={["name", "Name"]} />
      </FormGroup>
      <FormGroup title="For administrators">
        <TextAreaField {...field("notes")} label="Notes" is_optional rows={3} maxLength={3072} />
      </FormGroup>
    </>
  );
}

function Lines({ list, name, label }: Pick<FieldsProps, "list"> & { name: string; label: string }) {
  const { chosen, error } = list(name);
  return (
    <TextAreaField
      name={name}
      error={error}
      label={label}
      hint="One in each line."
      is_optional
      rows={Math.min(Math.max(chosen.length, 2), 8)}
      defaultValue={chosen.join("\n")}
    />
  );
}

type RowsProps = Pick<FieldsProps, "field"> & {
  /** Of all fields. */
  names: readonly string[];
  name: "detailed_description" | "downloads" | "links";
  one: string;
  first: readonly [field: string, label: string];
};

/** The rows of a list and an empty one; a row that is emptied is taken out. */
function Rows({ field, names, name, one, first: [key, label] }: RowsProps) {
  const count = countRows(name, names) + 1;
  return Array.from({ length: count }, (_, index) => {
    const is_new = index === count - 1;
    return (
      <fieldset
        key={index}
        className="edit-row"
        aria-label={is_new ? `Another ${one.toLowerCase()}` : `${one} ${index + 1}`}
      >
        <Field
          {...field(`${name}.${index}.${key}`)}
          label={
            is_new
              ? `Another ${one.toLowerCase()}: ${label.toLowerCase()}`
              : `${one} ${index + 1}: ${label.toLowerCase()}`
          }
          is_optional
          maxLength={256}
        />
        {name === "detailed_description" ? (
          <TextAreaField {...field(`${name}.${index}.description`)} label="Text" is_optional rows={4} />
        ) : (
          <Field {...field(`${name}.${index}.link`)} label="Address" is_optional maxLength={2048} />
        )}
      </fieldset>
    );
  });
}
