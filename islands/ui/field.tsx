import type { InputHTMLAttributes, ReactNode } from "react";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: string;
  /** Takes the hint's place while it is there. */
  error?: string;
  hint?: string;
  /** What stands inside the control, after the input. */
  children?: ReactNode;
  /** Said beside the label; whatever is not optional is required. */
  is_optional?: boolean;
};

/** Label above, hint or error below, both tied to the input. The input's id is its name unless a page has the form twice. */
export function Field({ label, error, hint, is_optional, children, ...input }: FieldProps) {
  const id = input.id ?? input.name;
  const noteId = `${id}-note`;
  const optionalId = is_optional ? ` ${id}-optional` : "";
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {is_optional && (
          <span className="optional" id={`${id}-optional`}>
            (optional)
          </span>
        )}
      </div>
      <div className="control">
        <input {...input} id={id} aria-invalid={!!error} aria-describedby={noteId + optionalId} />
        {children}
      </div>
      <p id={noteId} className={hint ? "note tall" : "note"}>
        {error ?? hint}
      </p>
    </div>
  );
}
