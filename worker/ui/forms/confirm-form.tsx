import type { ReactNode } from "react";
import { ShortcutKey } from "../parts/keys.tsx";

type ConfirmFormProps = {
  id: string;
  label: string;
  title: string;
  children: ReactNode;
  action: string;
  confirm: string;
  /** Needed if the action itself is called Cancel. */
  dismiss?: string;
  is_dangerous?: true | undefined;
  is_main?: true;
  /** The confirmation sends the fields of the surrounding form. */
  is_in_form?: true;
  shortcut?: string;
};

/** Escape or a click outside closes the confirmation and restores the focus, without script. */
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
        {shortcut && <ShortcutKey name={shortcut} />}
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
