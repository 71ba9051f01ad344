import { type ComponentProps, type ComponentType, type SyntheticEvent, useEffect, useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { signIn } from "../../worker/contract/v1/sso/session.ts";
import { call, toFailure } from "../lib/api.ts";
import { captchaToken, type Captcha } from "../lib/captcha.ts";
import { useEarlyPress } from "../lib/early-press.ts";
import { useForm } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { FormFrame } from "../ui/form-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type EmailCode from "./sign-in/email-code.tsx";

type SignInProps = { captcha: Captcha; recover_href: string };

// the field `code` is empty until EmailCode renders it
const fields = { username: rules.username, password: rules.login_password, code: [] };

/** Without `step` it reloads the page, from which the server redirects signed-in users. */
const openStep = (step = "") => location.assign(location.pathname + step + location.search);

export default function SignIn({ captcha, recover_href }: SignInProps) {
  // the form for an emailed code loads on demand, because the bot check rarely fails
  const [LoadedEmailCode, setEmailCode] = useState<ComponentType<ComponentProps<typeof EmailCode>>>();
  const form = useForm({
    fields,
    async send({ code, ...body }) {
      const outcome = await call<typeof signIn>(
        { method: "POST", path: "/v1/sso/session", captcha: "signIn", status: 201, needs: ["user_id", "user"] },
        code ? { body: { ...body, code }, captcha: async () => undefined } : { body, captcha: captchaToken(captcha) },
      );
      if (!outcome.ok) {
        if (outcome.errcode === "SECOND_FACTOR_REQUIRED") {
          openStep("/second-step");
          return undefined;
        }
        if (outcome.errcode === "CAPTCHA_FAILED_MSG")
          import("./sign-in/email-code.tsx").then(
            (module) => setEmailCode(() => module.default),
            () => {},
          );
        return outcome;
      }
      openStep();
      return undefined;
    },
  });
  // a failed load is reported only after a click, because suggestions on focus are optional
  const tryPasskey = ({ type, currentTarget }: SyntheticEvent) =>
    void import("./sign-in/passkey.ts").then(
      (module) => module.tryPasskey(type, currentTarget, openStep),
      () => type === "click" && form.tell(toFailure(0)),
    );
  const passkeyButton = useEarlyPress();
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, []);
  return (
    <FormFrame
      form={form}
      submit="SIGN IN"
      captcha={captcha}
      instead={
        <button ref={passkeyButton} type="button" className="button quiet needs-script" onClick={tryPasskey}>
          Sign in with a passkey
        </button>
      }
    >
      <Field
        name="username"
        type="email"
        label="Email Address"
        autoComplete="username webauthn"
        required
        onFocus={tryPasskey}
        error={form.errors.username}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        error={form.errors.password}
      />
      {LoadedEmailCode && <LoadedEmailCode form={() => form.on.ref.current} error={form.errors.code} />}
      <a className="aside" href={recover_href}>
        Forgot Password?
      </a>
    </FormFrame>
  );
}
