import type { ReactNode } from "react";
import { FormScript } from "../island.tsx";
import { isEdited } from "./compared.ts";
import type { TypedFields } from "./fields-of.ts";

type SaveBarProps = {
  /** Such as "Save Acme Robotics". */
  label: string;
  /** Target of the link that discards the input. */
  discard: string;
  /** Input of the refused form, as in `buildFieldProps`. */
  typed?: TypedFields | undefined;
  current: Readonly<Record<string, string | readonly string[]>>;
  children?: ReactNode;
};

/** Always in view at the end of a long form; a script shows whether there are unsaved changes. */
export function SaveBar({ label, discard, typed, current, children }: SaveBarProps) {
  const isUnsaved = isEdited(typed, current);
  return (
    <div className="save-bar" data-edited={isUnsaved ? "" : undefined}>
      <FormScript />
      <p aria-live="polite">{isUnsaved && "Unsaved changes"}</p>
      <a className="button quiet" href={discard}>
        Discard
      </a>
      {children}
      <button className="button">{label}</button>
    </div>
  );
}
