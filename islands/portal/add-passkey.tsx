import { useState } from "react";
import { requiredText } from "../../worker/contract/rules.ts";
import type { createPasskey, requestPasskey } from "../../worker/contract/v1/sso/security.ts";
import { call } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { createCredential, passkeyErrorMessage } from "../lib/passkeys.ts";
import { Field } from "../ui/field.tsx";
import { useFreshSignIn } from "../ui/fresh-sign-in.tsx";
import { FormFrame } from "../ui/form-frame.tsx";

const fields = { name: requiredText("Name", 64) };

export default function AddPasskey({ name }: { name: string }) {
  const [problem, setProblem] = useState<string>();
  const { withProof, question } = useFreshSignIn();
  const form = useForm({
    fields,
    async send({ name: passkeyName }) {
      setProblem(undefined);
      const optionsOutcome = await withProof(() =>
        call<typeof requestPasskey>(
          { method: "POST", path: "/v1/sso/user/passkeys/options", status: 200, needs: ["options"] },
          {},
        ),
      );
      if (!optionsOutcome.ok) return optionsOutcome;
      const response = await createCredential(optionsOutcome.data.options).catch((error: unknown) => {
        setProblem(passkeyErrorMessage(error));
      });
      if (!response) return { ok: true, data: undefined };
      const outcome = await withProof(() =>
        call<typeof createPasskey>(
          { method: "POST", path: "/v1/sso/user/passkeys", status: 201, needs: ["id"] },
          { body: { name: passkeyName, response } },
        ),
      );
      if (!outcome.ok) return outcome;
      location.reload();
      return undefined;
    },
  });
  return (
    <>
      <FormFrame form={form} submit="Add a passkey">
        <Field
          name="name"
          label="Name"
          hint="Such as the device that it is on."
          defaultValue={name}
          maxLength={64}
          required
          error={form.errors.name}
        />
      </FormFrame>
      {question}
      {problem && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
