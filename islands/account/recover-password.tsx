import { useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { call } from "../lib/api.ts";
import { captchaToken, type Captcha } from "../lib/captcha.ts";
import { useForm } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { FormFrame } from "../ui/form-frame.tsx";
import { Heading } from "../ui/heading.tsx";

type RecoverPasswordProps = { captcha: Captcha; is_expired: boolean; sign_in_href: string };

const fields = { email: rules.email };
const sentMessage = "If your email address exists in our database, you'll receive an email to continue.";

export default function RecoverPassword({ captcha, is_expired, sign_in_href }: RecoverPasswordProps) {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    fields,
    async send(body) {
      const outcome = await call<typeof requestPasswordReset>(
        { method: "POST", path: "/v1/sso/password-reset", captcha: "recoverPassword", status: 200 },
        { body, captcha: captchaToken(captcha) },
      );
      // never disclose whether the address is known (O-063)
      setSent(outcome.ok || outcome.status === 404 || outcome.status === 422);
      return outcome;
    },
  });
  if (isSent) {
    return (
      <>
        <Heading text="We’ve sent you an email" subtitle={sentMessage} is_news />
        {!is_expired && (
          <a className="button" href={sign_in_href}>
            SIGN IN
          </a>
        )}
      </>
    );
  }
  return (
    <>
      {is_expired ? (
        <Heading
          text="Your link has expired"
          subtitle="Please enter your email and a new link will be sent with instructions"
        />
      ) : (
        <Heading text="Recover your password" subtitle="We will send you instructions" />
      )}
      <FormFrame form={form} submit="ENTER" captcha={captcha}>
        <Field
          name="email"
          type="email"
          label="Email Address"
          autoComplete="username"
          required
          error={form.errors.email}
        />
      </FormFrame>
    </>
  );
}
