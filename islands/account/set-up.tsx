import { type MouseEvent, useEffect, useRef, useState } from "react";
import { rules } from "../../worker/contract/rules.ts";
import type { finishSetUp } from "../../worker/contract/v1/sso/user.ts";
import { call } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { type License, fetchLicense } from "../lib/license.ts";
import { SuccessMessage } from "../ui/done.tsx";
import { FormFrame } from "../ui/form-frame.tsx";
import { LicenseDialog } from "../ui/license-dialog.tsx";
import { NewPasswordFields } from "../ui/new-password-fields.tsx";

const fields = { password: rules.password, confirmation: rules.password_confirmation };

function useLicense() {
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [license, setLicense] = useState<License | null>();
  const [agreed, setAgreed] = useState(false);
  const load = () => {
    setLicense(undefined);
    fetchLicense().then(setLicense, () => setLicense(null));
  };
  useEffect(() => {
    load();
    // a box ticked before hydration opens the dialog, as ticking it does afterwards
    if (!box.current?.checked) return;
    box.current.checked = false;
    dialog.current?.showModal();
  }, []);
  const reload = () => {
    setAgreed(false);
    load();
  };
  const toggle = (event: MouseEvent) => {
    if (agreed) return setAgreed(false);
    event.preventDefault();
    dialog.current?.showModal();
  };
  return { dialog, box, license, agreed, setAgreed, load, reload, toggle };
}

export default function SetUp({ sign_in_href }: { sign_in_href: string }) {
  const [isSaved, setSaved] = useState(false);
  const { dialog, box, license, agreed, setAgreed, load, reload, toggle } = useLicense();
  const licenseProblem = agreed && license ? undefined : "Please read and accept the license agreements.";
  const form = useForm({
    fields,
    match: ["password", "confirmation"],
    also: { license: licenseProblem },
    async send({ password }) {
      const outcome = await call<typeof finishSetUp>(
        { method: "PUT", path: "/v1/sso/user/setup", status: 200 },
        { body: { password, agreement_version: license?.version ?? "" } },
      );
      setSaved(outcome.ok);
      if (!outcome.ok && outcome.errcode === "LICENSE_AGREEMENT_VERSION_MISMATCH") reload();
      return outcome;
    },
  });
  const licenseError = licenseProblem && form.errors.license;
  if (isSaved) {
    return (
      <>
        <SuccessMessage>Password created successfully</SuccessMessage>
        <a className="button" href={sign_in_href}>
          Sign In
        </a>
      </>
    );
  }
  return (
    <>
      <FormFrame form={form} submit="Create">
        <NewPasswordFields name="password" label="Password" repeat_label="Repeat Password" errors={form.errors} />
        <div className="field">
          <label className="check">
            <input
              ref={box}
              type="checkbox"
              name="license"
              checked={agreed}
              readOnly
              onClick={toggle}
              aria-invalid={!!licenseError}
              aria-describedby="license-note"
            />
            I have read and accept the license agreements
          </label>
          <p id="license-note" className="note">
            {licenseError}
          </p>
        </div>
      </FormFrame>
      <LicenseDialog dialog={dialog} license={license} onRetry={load} onAnswer={setAgreed} />
    </>
  );
}
