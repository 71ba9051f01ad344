import { type FocusEvent, useState } from "react";
import type { Messages } from "../lib/form.ts";
import { PasswordField } from "./password-field.tsx";

const passwordHint =
  "Your password must be at least 8 characters, have at least one number and one special character (@#$..)";

/** Special characters that the password rule accepts. */
const specialCharacters = "! @ # $ % ^ & *";

type NewPasswordProps = { name: string; label: string; repeat_label: string; errors: Messages };

/** A common password causes a warning, not an error. */
export function NewPasswordFields({ name, label, repeat_label, errors }: NewPasswordProps) {
  const shared = { autoComplete: "new-password", required: true };
  const [isCommonPassword, setIsCommonPassword] = useState(false);
  const warnIfCommon = ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) =>
    void import("../account/common-passwords.ts").then(
      ({ isCommon }) => setIsCommonPassword(isCommon(value)),
      () => {},
    );
  return (
    <>
      <PasswordField
        {...shared}
        name={name}
        label={label}
        error={errors[name]}
        hint={passwordHint}
        onBlur={warnIfCommon}
      />
      <p className="note">These characters count as special: {specialCharacters}</p>
      {isCommonPassword && !errors[name] && (
        <p className="note" role="status">
          This password is easy to guess. A few unrelated words are safer.
        </p>
      )}
      <PasswordField {...shared} name="confirmation" label={repeat_label} error={errors.confirmation} />
    </>
  );
}
