import type { KeyboardEvent } from "react";

/** A tooltip for a field, shown while its button is hovered or focused; Escape hides it. */
export function Tip({ field, label, text }: { field: string; label: string; text: string }) {
  const hide = (event: KeyboardEvent<HTMLButtonElement>) => event.key === "Escape" && event.currentTarget.blur();
  return (
    <span className="tip">
      <button type="button" aria-label={label} onKeyDown={hide}>
        ?
      </button>
      <span role="tooltip" id={`${field}-tip`}>
        {text}
      </span>
    </span>
  );
}
