import type { SelectHTMLAttributes } from "react";
import { type Labelled, LabelledField } from "../labelled.tsx";

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  Labelled & { options: readonly (readonly [value: string, label: string])[] };

export function SelectField({ label, error, hint, is_optional, options, ...select }: SelectFieldProps) {
  return (
    <LabelledField id={select.id ?? select.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(tied) => (
        <select {...select} {...tied}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
