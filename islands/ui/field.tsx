import type { InputHTMLAttributes, ReactNode } from "react";
import { type Labelled, LabelledField } from "./labelled.tsx";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Labelled & {
    /** What stands inside the control, after the input. */
    children?: ReactNode;
  };

/** An input of one line. Its id is its name unless a page has the form twice. */
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
