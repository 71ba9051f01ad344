import type { InputHTMLAttributes, ReactNode } from "react";
import { type Labelled, LabelledField } from "./labelled.tsx";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Labelled & {
    /** Content inside the control, after the input. */
    children?: ReactNode;
  };

/** The id of the input is its name, unless the form occurs twice on a page. */
export function Field({ label, error, hint, is_optional, children, ...input }: FieldProps) {
  return (
    <LabelledField id={input.id ?? input.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(tied) => (
        <>
          <input {...input} {...tied} />
          {children}
        </>
      )}
    </LabelledField>
  );
}
