import { useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { call } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { SuccessMessage } from "../ui/done.tsx";
import { FormFrame } from "../ui/form-frame.tsx";
import { NewPasswordFields } from "../ui/new-password-fields.tsx";

const fields = { new_password: rules.password, confirmation: rules.password_confirmation };

export default function SetNewPassword({ sign_in_href }: { sign_in_href: string }) {
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    fields,
    match: ["new_password", "confirmation"],
    async send({ new_password }) {
      const outcome = await call<typeof finishPasswordReset>(
        { method: "PUT", path: "/v1/sso/password-reset", status: 200 },
        { body: { new_password } },
      );
      setSaved(outcome.ok);
      return outcome;
    },
  });
  if (isSaved) {
    return (
      <>
        <SuccessMessage>New password created successfully</SuccessMessage>
        <a className="button" href={sign_in_href}>
          SIGN IN
        </a>
      </>
    );
  }
  return (
    <FormFrame form={form} submit="UPDATE">
      <NewPasswordFields
        name="new_password"
        label="New password"
        repeat_label="Repeat New Password"
        errors={form.errors}
      />
    </FormFrame>
  );
}
