import { useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { requestEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { call } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { SuccessMessage } from "../ui/done.tsx";
import { Field } from "../ui/field.tsx";
import { useFreshSignIn } from "../ui/fresh-sign-in.tsx";
import { FormFrame } from "../ui/form-frame.tsx";

const fields = { new_email: rules.email };

export default function ChangeEmail() {
  const [sentTo, setSentTo] = useState("");
  const { withProof, question } = useFreshSignIn();
  const form = useForm({
    fields,
    async send(body) {
      const outcome = await withProof(() =>
        call<typeof requestEmailChange>(
          { method: "POST", path: "/v1/sso/user/email-change", status: 200, needs: ["new_email"] },
          { body },
        ),
      );
      if (outcome.ok) setSentTo(outcome.data.new_email);
      return outcome;
    },
  });
  if (sentTo) return <SuccessMessage>We sent a link to {sentTo}. Your email changes when you open it.</SuccessMessage>;
  return (
    <>
      <FormFrame form={form} submit="Change email">
        <Field
          name="new_email"
          type="email"
          label="New email"
          autoComplete="email"
          required
          error={form.errors.new_email}
        />
      </FormFrame>
      {question}
    </>
  );
}
