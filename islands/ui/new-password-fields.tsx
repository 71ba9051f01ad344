import type { Messages } from "../lib/form.ts";
import { PasswordField, passwordHint } from "./password-field.tsx";

type NewPasswordProps = { name: string; label: string; repeat_label: string; errors: Messages };

/** A new password and its repetition, named `confirmation`. */
export function NewPasswordFields({ name, label, repeat_label, errors }: NewPasswordProps) {
  const shared = { autoComplete: "new-password", required: true };
  return (
    <>
      <PasswordField {...shared} name={name} label={label} error={errors[name]} hint={passwordHint} />
      <PasswordField {...shared} name="confirmation" label={repeat_label} error={errors.confirmation} />
    </>
  );
}
