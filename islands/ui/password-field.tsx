import { type MouseEvent, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

// keeps the focus in the input, so that a look at the password does not count as leaving the field
const stay = (event: MouseEvent) => event.preventDefault();

/** A password field whose text can be shown and hidden again (O-073). */
export function PasswordField(field: FieldProps) {
  const [shown, setShown] = useState(false);
  const verb = shown ? "Hide" : "Show";
  return (
    <Field {...field} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck="false">
      <button type="button" aria-label={`${verb} password`} onMouseDown={stay} onClick={() => setShown(!shown)}>
        {verb}
      </button>
    </Field>
  );
}

export const passwordHint =
  "Your password must be at least 8 characters, have at least one number and one special character (@#$..)";
