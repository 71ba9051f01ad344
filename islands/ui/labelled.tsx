import type { ReactNode } from "react";

export type Labelled = {
  name: string;
  label: string;
  /** Takes the hint's place while it is there. */
  error?: string | undefined;
  hint?: string;
  /** Said beside the label; whatever is not optional is required. */
  is_optional?: boolean;
};

type LabelledFieldProps = Omit<Labelled, "name"> & {
  id: string;
  /** The control, with what ties label and note to it. */
  children: (tied: { id: string; "aria-invalid": boolean; "aria-describedby": string }) => ReactNode;
};

/** Label above, hint or error below, both tied to the control between them. */
export function LabelledField({ id, label, error, hint, is_optional, children }: LabelledFieldProps) {
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
