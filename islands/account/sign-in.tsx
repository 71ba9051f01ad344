import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { signIn } from "../../worker/contract/v1/sso/session.ts";
import { call } from "../lib/api.ts";
import { askBy, type Captcha } from "../lib/captcha.ts";
import { useForm } from "../lib/form.ts";
import { Field } from "../ui/field.tsx";
import { FormFrame } from "../ui/form-frame.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type SecondWay from "./later/second-way.tsx";

type SignInProps = { captcha: Captcha; recover_href: string };

// the form has a code field once the bot check can be replaced
const fields = { username: rules.username, password: rules.login_password, code: [] };

/** Reloads this URL: the server redirects signed-in users. */
const leave = () => location.assign(location.pathname + location.search);

export default function SignIn({ captcha, recover_href }: SignInProps) {
  const [Second, setSecond] = useState<ComponentType<ComponentProps<typeof SecondWay>>>();
  const form = useForm({
    fields,
    async send({ code, ...body }) {
      const outcome = await call<typeof signIn>(
        { method: "POST", path: "/v1/sso/session", captcha: "signIn", status: 201, needs: ["user_id", "user"] },
        code ? { body: { ...body, code }, captcha: async () => undefined } : { body, captcha: askBy(captcha) },
      );
      if (!outcome.ok) {
        if (outcome.errcode === "CAPTCHA_FAILED_MSG")
          import("./later/second-way.tsx").then(
            (loaded) => setSecond(() => loaded.default),
            () => {},
          );
        return outcome;
      }
      leave();
      return undefined;
    },
  });
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", reload);
    return () => removeEventListener("pageshow", reload);
  }, []);
  return (
    <FormFrame form={form} submit="SIGN IN" captcha={captcha}>
      <Field
        name="username"
        type="email"
        label="Email Address"
        autoComplete="username"
        required
        error={form.errors.username}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        error={form.errors.password}
      />
      {Second && <Second form={() => form.on.ref.current} error={form.errors.code} />}
      <a className="aside" href={recover_href}>
        Forgot Password?
      </a>
    </FormFrame>
  );
}
