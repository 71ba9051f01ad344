/** The key of a button, which has it as `aria-keyshortcuts`: islands/lists.ts presses what asks and goes to what sends. */
export const Key = ({ name }: { name: string }) => <kbd aria-hidden="true">{name}</kbd>;

/** Keys of one letter can be turned off (WCAG 2.2, 2.1.4); they are the script's, and so is the line that tells of them. */
export const KeysLine = ({ text }: { text: string }) => (
  <p className="list-keys small" hidden>
    <span>{text}</span>{" "}
    <button type="button" className="link-button">
      Turn off
    </button>
  </p>
);
