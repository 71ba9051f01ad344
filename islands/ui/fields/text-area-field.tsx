import type { TextareaHTMLAttributes } from "react";
import { type Labelled, LabelledField } from "../labelled.tsx";

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Labelled;

export function TextAreaField({ label, error, hint, is_optional, ...area }: TextAreaFieldProps) {
  return (
    <LabelledField id={area.id ?? area.name} label={label} error={error} hint={hint} is_optional={is_optional}>
      {(tied) => <textarea rows={4} {...area} {...tied} />}
    </LabelledField>
  );
}
