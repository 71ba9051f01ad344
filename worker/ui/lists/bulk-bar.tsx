import { countText } from "../../contract/count-text.ts";
import type { ReactNode } from "react";
import { ConfirmForm } from "../forms/confirm-form.tsx";
import type { TypedFields } from "../forms/fields-of.ts";

export type BulkAction = {
  label: string;
  path: string;
  is_main?: true | undefined;
  question?:
    | {
        title: string;
        text: string;
        confirm: string;
        fields?: (typed: TypedFields | undefined) => ReactNode;
        is_harmless?: true;
      }
    | undefined;
};

/** A refused bulk action changes no row; `others` describes the selected rows that did not cause the refusal. */
export type BulkRefusal = {
  chosen: readonly string[];
  refused?: { id: string; message: string } | undefined;
  others: string;
};

export const bulkRowsMax = 100;

type BulkBarProps = {
  actions: readonly BulkAction[];
  addressOf: (action: BulkAction) => string;
  fields: ReactNode;
  typed: TypedFields | undefined;
  /** All matching rows, if there are more than on this page; `value` is the result of `allRowsValue`. */
  all: { count: number; value: string | undefined } | undefined;
};

/**
 * Form value that selects all matching rows; its digest of their versions detects changed rows. Undefined if too many
 * rows match.
 */
export const allRowsValue = ({ count, matching }: { count: number; matching?: string | null }): string | undefined =>
  matching ? `${count}.${matching}` : undefined;

export function BulkBar({ actions, addressOf, fields, typed, all }: BulkBarProps) {
  return (
    <div className="bulk" role="group" aria-label="With the selected rows">
      <output />
      {fields}
      {/* Enter presses the form's first button (HTML, form submission), which must do nothing */}
      {actions.some(({ question }) => question) && <button hidden formMethod="dialog" aria-label="Nothing" />}
      {actions.map((action) => (
        <BulkActionButton key={action.path} action={action} href={addressOf(action)} typed={typed} />
      ))}
      {all && all.value === undefined && (
        <span className="small">
          At most {bulkRowsMax} at once: {countText(all.count)} match
        </span>
      )}
      {all?.value !== undefined && (
        <label className="check">
          {/* the value is refused if the matching rows have changed since */}
          <input
            type="checkbox"
            name="all"
            value={all.value}
            defaultChecked={typed?.values["all"]?.[0] === all.value}
          />
          All {countText(all.count)} that match
        </label>
      )}
    </div>
  );
}

type ActionProps = { action: BulkAction; href: string; typed: TypedFields | undefined };

function BulkActionButton({ action: { label, path, is_main, question }, href, typed }: ActionProps) {
  if (!question)
    return (
      <button className={is_main ? "button" : "button quiet"} formAction={href}>
        {label}
      </button>
    );
  const { title, text, confirm, fields, is_harmless } = question;
  return (
    <ConfirmForm
      id={`ask${path.replaceAll("/", "-")}`}
      label={label}
      title={title}
      confirm={confirm}
      action={href}
      is_dangerous={is_harmless ? undefined : true}
      is_in_form
    >
      <p>{text}</p>
      {fields?.(typed)}
    </ConfirmForm>
  );
}

export function findRowResult(id: string, refusal: BulkRefusal | undefined): RowResult | undefined {
  if (!refusal?.chosen.includes(id)) return undefined;
  const { refused, others } = refusal;
  return refused?.id === id ? { is_refused: true, text: refused.message } : { is_refused: false, text: others };
}
export type RowResult = { is_refused: boolean; text: string };
