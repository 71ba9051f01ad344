import { type FocusEvent, useState } from "react";
import type { Messages } from "../lib/form.ts";
import { PasswordField, passwordHint } from "./password-field.tsx";

type NewPasswordProps = { name: string; label: string; repeat_label: string; errors: Messages };

/** New password and `confirmation`. A common password causes a warning, not an error. */
export function NewPasswordFields({ name, label, repeat_label, errors }: NewPasswordProps) {
  const shared = { autoComplete: "new-password", required: true };
  const [common, setCommon] = useState(false);
  const look = ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) =>
    void import("../account/later/common-passwords.ts").then(
      ({ isCommon }) => setCommon(isCommon(value)),
      () => {},
    );
  return (
    <>
      <PasswordField {...shared} name={name} label={label} error={errors[name]} hint={passwordHint} onBlur={look} />
      {common && !errors[name] && (
        <p className="note" role="status">
          This is one of the passwords that are tried first. A few words that only you would put together are safer.
        </p>
      )}
      <PasswordField {...shared} name="confirmation" label={repeat_label} error={errors.confirmation} />
    </>
  );
}
