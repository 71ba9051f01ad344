import type { InputHTMLAttributes, ReactNode } from "react";
import { type Labelled, LabelledField } from "./labelled.tsx";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Labelled & {
    children?: ReactNode;
  };

/** The input's id is its name; pass `id` if the form occurs twice on a page. */
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
