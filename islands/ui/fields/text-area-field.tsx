import type { TextareaHTMLAttributes } from "react";
import { type LabeledProps, LabeledField } from "../labelled.tsx";

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & LabeledProps;

export function TextAreaField({ label, error, hint, is_optional, ...area }: TextAreaFieldProps) {
  return (
    <LabeledField id={area.id ?? area.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(controlProps) => <textarea rows={4} {...area} {...controlProps} />}
    </LabeledField>
  );
}
