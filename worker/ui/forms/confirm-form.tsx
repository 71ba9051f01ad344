import type { ReactNode } from "react";
import { Key } from "../parts/keys.tsx";

type ConfirmFormProps = {
  id: string;
  /** The button that asks. */
  label: string;
  title: string;
  children: ReactNode;
  /** Where the plain form of the answer goes, and its button. */
  action: string;
  confirm: string;
  /** The button that does not; needed where what it confirms is called Cancel itself. */
  dismiss?: string;
  is_dangerous?: true;
  /** What the screen is for: the button that asks is the filled one. */
  is_main?: true;
  /** It stands in a form already, whose fields its answer sends. */
  is_in_form?: true;
  /** The key that asks, where the page has keys. */
  shortcut?: string;
};

/** A question before what cannot be undone. Escape and a click beside it say no, and the focus returns, without script. */
export function ConfirmForm({
  id,
  label,
  title,
  children,
  action,
  confirm,
  dismiss = "Cancel",
  is_dangerous,
  is_main,
  is_in_form,
  shortcut,
}: ConfirmFormProps) {
  const content = (
    <>
      <div className="scroll">{children}</div>
      <div className="actions">
        <button type="button" className="button quiet" popoverTarget={id} popoverTargetAction="hide">
          {dismiss}
        </button>
        <button className={is_dangerous ? "button danger" : "button"} formAction={is_in_form && action}>
          {confirm}
        </button>
      </div>
    </>
  );
  return (
    <>
      <button
        type="button"
        className={is_main ? "button" : "button quiet"}
        popoverTarget={id}
        aria-keyshortcuts={shortcut}
      >
        {label}
        {shortcut && <Key name={shortcut} />}
      </button>
      <dialog id={id} popover="auto" className="dialog question" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        {is_in_form ? (
          content
        ) : (
          <form method="post" action={action}>
            {content}
          </form>
        )}
      </dialog>
    </>
  );
}
