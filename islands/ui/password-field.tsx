import { useEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A password field whose text can be shown and hidden again (O-073); early.ts does it, even before this is hydrated. */
export function PasswordField(field: FieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(false);
  // React sets the input's type back when it hydrates and with every error, but leaves this label as it finds it
  const remember = () => setShown(button.current?.ariaLabel === "Hide password");
  useEffect(remember, []);
  return (
    <Field {...field} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck="false">
      <button ref={button} type="button" aria-label="Show password" data-toggles="password" onClick={remember}>
        <span>Show</span>
        <span>Hide</span>
      </button>
    </Field>
  );
}

export const passwordHint =
  "Your password must be at least 8 characters, have at least one number and one special character (@#$..)";
