import { type ReactNode, useEffect } from "react";
import { type Captcha, loadCaptcha } from "../lib/captcha.ts";
import type { useForm } from "../lib/form.ts";
import { Notice } from "./notice.tsx";

type FrameProps = {
  form: ReturnType<typeof useForm>;
  submit: string;
  captcha?: Captcha;
  children: ReactNode;
  /** Alternative to submitting the form, below the button and its refusal. */
  instead?: ReactNode;
};

export function FormFrame({ form, submit, captcha, children, instead }: FrameProps) {
  const preloadCaptcha = () => void (captcha && loadCaptcha(captcha));
  const { notice, refusal, on } = form;
  // the alert may be out of view on phones or zoomed pages
  useEffect(() => {
    on.ref.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [on.ref, notice, refusal]);
  return (
    <form method="post" {...on} onFocus={preloadCaptcha} onPointerDown={preloadCaptcha}>
      {notice && <Notice tone="danger">{notice}</Notice>}
      {children}
      <button className="button" disabled={!form.ready} aria-busy={form.busy}>
        {submit}
      </button>
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {instead}
    </form>
  );
}
