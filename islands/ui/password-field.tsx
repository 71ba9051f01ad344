import { useEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** A password field with a show button (O-073), handled by early.ts even before hydration. */
export function PasswordField(field: FieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(false);
  // React resets the input's type on hydration and on every error, but not this label
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
