import type { ReactNode } from "react";
import { ConfirmForm } from "../forms/confirm-form.tsx";
import type { TypedFields } from "../forms/fields-of.ts";

/** What can be done with all selected rows at once: a button, and the address where the form goes by it. */
export type BulkAction = {
  label: string;
  path: string;
  is_main?: true | undefined;
  /** Asked before what destroys. */
  question?:
    | { title: string; text: string; confirm: string; fields?: (typed: TypedFields | undefined) => ReactNode }
    | undefined;
};

/**
 * What became of a bulk action that was refused. All or nothing: the rows beside the one that was refused are as before, which
 * `others` says of them.
 */
export type BulkRefusal = {
  chosen: readonly string[];
  refused?: { id: string; message: string } | undefined;
  others: string;
};

/** How many rows one action may concern. */
export const bulkRowsMax = 100;

type BulkBarProps = {
  actions: readonly BulkAction[];
  addressOf: (action: BulkAction) => string;
  /** What an action needs to know besides the rows. */
  fields: ReactNode;
  /** What was typed when an action was refused. */
  typed: TypedFields | undefined;
  /** The rows that match on all pages, where there are more than this one: how many, and `allOf` of them. */
  all: { count: number; value: string } | undefined;
};

/** What a form says of all rows that match: as many, the same, and as they were shown. Undefined where they are too many. */
export const allOf = ({ count, matching }: { count: number; matching?: string | null }): string | undefined =>
  matching ? `${count}.${matching}` : undefined;

/** Shows once a row is selected, by style alone. */
export function BulkBar({ actions, addressOf, fields, typed, all }: BulkBarProps) {
  return (
    <div className="bulk" role="group" aria-label="With the selected rows">
      <output />
      {fields}
      {/* Enter in a box presses the form's first button, which looks for what is typed or, outside a dialog, sends nothing (HTML, form submission) */}
      {actions.some(({ question }) => question) && <button hidden formMethod="dialog" aria-label="Nothing" />}
      {actions.map((action) => (
        <Action key={action.path} action={action} href={addressOf(action)} typed={typed} />
      ))}
      {all && (
        <label className="check">
          {/* those that were shown: whoever came since is not meant */}
          <input
            type="checkbox"
            name="all"
            value={all.value}
            defaultChecked={typed?.values["all"]?.[0] === all.value}
          />
          All {all.count.toLocaleString("en-US")} that match
        </label>
      )}
    </div>
  );
}

type ActionProps = { action: BulkAction; href: string; typed: TypedFields | undefined };

function Action({ action: { label, path, is_main, question }, href, typed }: ActionProps) {
  if (!question)
    return (
      <button className={is_main ? "button" : "button quiet"} formAction={href}>
        {label}
      </button>
    );
  const { title, text, confirm, fields } = question;
  return (
    <ConfirmForm
      id={`ask${path.replaceAll("/", "-")}`}
      label={label}
      title={title}
      confirm={confirm}
      action={href}
      is_dangerous
      is_in_form
    >
      <p>{text}</p>
      {fields?.(typed)}
    </ConfirmForm>
  );
}

/** What a row says about the bulk action that it was part of. */
export function resultOf(id: string, refusal: BulkRefusal | undefined): RowResult | undefined {
  if (!refusal?.chosen.includes(id)) return undefined;
  const { refused, others } = refusal;
  return refused?.id === id ? { is_refused: true, text: refused.message } : { is_refused: false, text: others };
}
export type RowResult = { is_refused: boolean; text: string };
