/** The key of a button with `aria-keyshortcuts`, which islands/lists.ts handles. */
export const ShortcutKey = ({ name }: { name: string }) => <kbd aria-hidden="true">{name}</kbd>;

/** The list script shows this line; shortcuts can be turned off (WCAG 2.2, 2.1.4). */
export const KeysLine = ({ text }: { text: string }) => (
  <p className="list-keys small" hidden>
    <span>{text}</span>{" "}
    <button type="button" className="link-button">
      Turn off
    </button>
  </p>
);
