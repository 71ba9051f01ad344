import { useState } from "react";
import type { requestSignInCode } from "../../../worker/contract/v1/sso/session.ts";
import { call } from "../../lib/api.ts";
import { textOf } from "../../lib/form.ts";
import { Field } from "../../ui/field.tsx";

type EmailCodeProps = { form: () => HTMLFormElement | null; error: string | undefined };

export default function EmailCode({ form, error }: EmailCodeProps) {
  const [state, setState] = useState<"offered" | "asking" | "sent">("offered");
  const [refusal, setRefusal] = useState<string>();
  const requestCode = async () => {
    const formData = new FormData(form() ?? undefined);
    setState("asking");
    const outcome = await call<typeof requestSignInCode>(
      { method: "POST", path: "/v1/sso/session/code", status: 200 },
      { body: { username: textOf(formData, "username"), password: textOf(formData, "password") } },
    );
    setRefusal(outcome.ok ? undefined : outcome.message);
    setState(outcome.ok ? "sent" : "offered");
  };
  return (
    <div role="status">
      {state === "sent" ? (
        <Field
          name="code"
          label="Code from the email"
          hint="If the address and the password are right, a code is on its way to you. It works for 10 minutes; an account gets at most 3 codes an hour."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck="false"
          maxLength={6}
          error={error}
        />
      ) : (
        <p className="note">
          {refusal ?? "Does this keep happening?"}{" "}
          <button
            type="button"
            className="link-button"
            aria-busy={state === "asking"}
            onClick={() => void requestCode()}
          >
            Email me a sign-in code instead
          </button>
        </p>
      )}
    </div>
  );
}
