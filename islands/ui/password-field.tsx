import { useEffect, useRef, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";

/** The button shows or hides the password; early.ts handles it even before hydration (O-073). */
export function PasswordField(field: FieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isVisible, setIsVisible] = useState(false);
  // React resets the input's type on hydration and on every error, but not this label
  const syncVisibility = () => setIsVisible(button.current?.ariaLabel === "Hide password");
  useEffect(syncVisibility, []);
  return (
    <Field {...field} type={isVisible ? "text" : "password"} autoCapitalize="none" spellCheck="false">
      <button ref={button} type="button" aria-label="Show password" data-toggles="password" onClick={syncVisibility}>
        <span>Show</span>
        <span>Hide</span>
      </button>
    </Field>
  );
}
