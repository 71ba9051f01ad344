import type { ReactNode } from "react";

export type LabeledProps = {
  name: string;
  label: string;
  /** Replaces the hint. */
  error?: string | undefined;
  hint?: string;
  is_optional?: boolean;
};

type LabeledFieldProps = Omit<LabeledProps, "name"> & {
  id: string;
  children: (controlProps: { id: string; "aria-invalid": boolean; "aria-describedby": string }) => ReactNode;
};

export function LabeledField({ id, label, error, hint, is_optional, children }: LabeledFieldProps) {
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
        {children({ id, "aria-invalid": !!error, "aria-describedby": noteId + optionalId })}
      </div>
      <p id={noteId} className={hint ? "note tall" : "note"}>
        {error ?? hint}
      </p>
    </div>
  );
}
