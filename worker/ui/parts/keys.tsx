/** The shortcut of a button, which has it as `aria-keyshortcuts`: islands/lists.ts clicks opening buttons and focuses submit buttons. */
export const Key = ({ name }: { name: string }) => <kbd aria-hidden="true">{name}</kbd>;

/** Single-letter shortcuts can be turned off (WCAG 2.2, 2.1.4); the script shows this line. */
export const KeysLine = ({ text }: { text: string }) => (
  <p className="list-keys small" hidden>
    <span>{text}</span>{" "}
    <button type="button" className="link-button">
      Turn off
    </button>
  </p>
);
