import type { InputHTMLAttributes, ReactNode } from "react";
import { type LabeledProps, LabeledField } from "./labelled.tsx";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  LabeledProps & {
    children?: ReactNode;
  };

/** The input's id is its name; pass `id` if the form occurs twice on a page. */
export function Field({ label, error, hint, is_optional, children, ...input }: FieldProps) {
  return (
    <LabeledField id={input.id ?? input.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(controlProps) => (
        <>
          <input {...input} {...controlProps} />
          {children}
        </>
      )}
    </LabeledField>
  );
}
