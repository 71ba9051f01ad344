import type { SelectHTMLAttributes } from "react";

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
};

/** A list to choose one thing from, labelled above. The id is the name unless a page has the form twice. */
export function SelectField({ label, options, ...select }: SelectFieldProps) {
  const id = select.id ?? select.name;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="control">
        <select {...select} id={id}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
