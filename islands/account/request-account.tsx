import { useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { requestAccount } from "../../worker/contract/v1/sso/account-request.ts";
import { call } from "../lib/api.ts";
import { captchaToken, type Captcha } from "../lib/captcha.ts";
import { useForm } from "../lib/form.ts";
import { SuccessMessage } from "../ui/done.tsx";
import { Field } from "../ui/field.tsx";
import { FormFrame } from "../ui/form-frame.tsx";

const { first_name, last_name, org_name, email, serial } = rules;
const fields = { first_name, last_name, org_name, email, serial };
const serialHint = "If you own a device, enter its serial number to help us identify your organization.";

export default function RequestAccount({ captcha }: { captcha: Captcha }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    fields,
    async send({ serial: typed, ...person }) {
      const outcome = await call<typeof requestAccount>(
        { method: "POST", path: "/v1/sso/account-request", captcha: "requestAccount", status: 200 },
        { body: typed ? { ...person, serial: typed } : person, captcha: captchaToken(captcha) },
      );
      if (outcome.ok) setSentTo(person.email);
      return outcome;
    },
  });
  if (sentTo !== undefined)
    return (
      <>
        <SuccessMessage>Your request has been submitted</SuccessMessage>
        <section className="prose next">
          <h2>What happens next</h2>
          <ol>
            <li>We review your request. There is nothing to do until then.</li>
            <li>
              We email the answer to <b>{sentTo}</b>.
            </li>
            <li>If it is approved, another email has the link to choose your password.</li>
          </ol>
        </section>
      </>
    );
  const { errors } = form;
  return (
    <FormFrame form={form} submit={form.busy ? "SENDING REQUEST..." : "Request"} captcha={captcha}>
      <div className="pair">
        <Field name="first_name" label="First Name" autoComplete="given-name" required error={errors.first_name} />
        <Field name="last_name" label="Last Name" autoComplete="family-name" required error={errors.last_name} />
      </div>
      <Field name="org_name" label="Organization" autoComplete="organization" required error={errors.org_name} />
      <Field name="email" type="email" label="Email Address" autoComplete="email" required error={errors.email} />
      <Field
        name="serial"
        label="CGX Serial Number"
        autoComplete="off"
        spellCheck="false"
        error={errors.serial}
        hint={serialHint}
        is_optional
      />
    </FormFrame>
  );
}
