import type { FactorKind } from "../../worker/contract/error-details.ts";
import { toRequiredProofs } from "../lib/fresh-sign-in.ts";
import { Field, type FieldProps } from "./field.tsx";

type CodeFieldProps = Omit<FieldProps, "label"> & { factors: readonly FactorKind[] };

/** Renders nothing for a user with neither an authenticator app nor backup codes. */
export function CodeField({ factors, ...field }: CodeFieldProps) {
  const { code_label } = toRequiredProofs(factors);
  if (code_label === undefined) return null;
  return (
    <Field
      {...field}
      label={code_label}
      hint={factors.includes("totp") ? "Six digits, or one of your backup codes." : undefined}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck="false"
      maxLength={32}
      required
    />
  );
}
