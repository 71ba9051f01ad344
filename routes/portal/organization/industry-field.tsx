import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import type { buildFieldProps } from "../../../worker/ui/forms/fields-of.ts";

type IndustryFieldProps = Pick<ReturnType<typeof buildFieldProps>, "field"> & { industries: readonly string[] };

export function IndustryField({ field, industries }: IndustryFieldProps) {
  const { defaultValue, ...industry } = field("industry");
  const isKnown = defaultValue === "" || industries.includes(defaultValue);
  const names = isKnown ? industries : [...industries, defaultValue];
  return (
    <SelectField
      {...industry}
      defaultValue={defaultValue}
      label="Industry"
      is_optional
      options={[["", "None"], ...names.map((name) => [name, name] as const)]}
    />
  );
}
