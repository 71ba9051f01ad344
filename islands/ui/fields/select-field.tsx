import type { SelectHTMLAttributes } from "react";
import { type LabeledProps, LabeledField } from "../labelled.tsx";

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  LabeledProps & { options: readonly (readonly [value: string, label: string])[] };

export function SelectField({ label, error, hint, is_optional, options, ...select }: SelectFieldProps) {
  return (
    <LabeledField id={select.id ?? select.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(controlProps) => (
        <select {...select} {...controlProps}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}
