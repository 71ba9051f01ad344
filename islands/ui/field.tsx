import type { InputHTMLAttributes, ReactNode } from "react";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: string;
  /** Takes the hint's place while it is there. */
  error?: string;
  hint?: string;
  /** What stands inside the control, after the input. */
  children?: ReactNode;
  /** What stands beside the label. */
  tip?: ReactNode;
};

/** Label above, hint or error below, both tied to the input. The input's id is its name: a page has one form. */
export function Field({ label, error, hint, tip, children, ...input }: FieldProps) {
  const noteId = `${input.name}-note`;
  const tipId = tip ? ` ${input.name}-tip` : "";
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={input.name}>{label}</label>
        {tip}
      </div>
      <div className="control">
        <input {...input} id={input.name} aria-invalid={!!error} aria-describedby={noteId + tipId} />
        {children}
      </div>
      <p id={noteId} className={hint ? "note tall" : "note"}>
        {error ?? hint}
      </p>
    </div>
  );
}
