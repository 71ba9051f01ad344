import type { LabeledProps } from "../labelled.tsx";

type CheckboxListProps = LabeledProps & {
  /** Options with notes are drawn as cards. */
  options: readonly (readonly [value: string, label: string, note?: string])[];
  chosen?: readonly string[];
};

export function CheckboxList({ name, label, error, hint, is_optional, options, chosen = [] }: CheckboxListProps) {
  const noteId = `${name}-note`;
  return (
    <fieldset className="field" id={name} aria-describedby={noteId}>
      <legend className="label">
        {label}
        {is_optional && <span className="optional"> (optional)</span>}
      </legend>
      <div className="checks">
        {options.map(([value, text, note]) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={!!error}
            />
            {note === undefined ? (
              text
            ) : (
              <span>
                <b>{text}</b> <small>{note}</small>
              </span>
            )}
          </label>
        ))}
      </div>
      <p id={noteId} className="note">
        {error ?? hint}
      </p>
    </fieldset>
  );
}
