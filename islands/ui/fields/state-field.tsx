import { listStates } from "../../../worker/contract/buying/states.ts";
import { Field, type FieldProps } from "../field.tsx";
import { SelectField } from "./select-field.tsx";

type StateFieldProps = Pick<FieldProps, "id" | "name" | "defaultValue" | "error" | "autoComplete"> & {
  /** ISO 3166 alpha-2 */
  country: string;
};

export function StateField({ country, ...field }: StateFieldProps) {
  const states = listStates(country);
  const shared = { ...field, label: "State or region" };
  return states ? (
    <SelectField key={country} {...shared} required options={states} />
  ) : (
    <Field key="text" {...shared} is_optional maxLength={64} />
  );
}
