import { type ReactNode, useEffect } from "react";
import { type Captcha, loadCaptcha } from "../lib/captcha.ts";
import type { useForm } from "../lib/form.ts";
import { Notice } from "./notice.tsx";

type FrameProps = {
  form: ReturnType<typeof useForm>;
  submit: string;
  /** Given when the form's call needs the bot check, which then loads on first use. */
  captcha?: Captcha;
  children: ReactNode;
};

/** A form with its alert above, its button and what the server says about it below. Without script it cannot be sent. */
export function FormFrame({ form, submit, captcha, children }: FrameProps) {
  const prepare = () => void (captcha && loadCaptcha(captcha));
  const { notice, refusal, on } = form;
  // on a phone, or enlarged, whoever pressed the button may not see this end of the form
  useEffect(() => {
    on.ref.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [on.ref, notice, refusal]);
  return (
    <form method="post" {...on} onFocus={prepare} onPointerDown={prepare}>
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
    </form>
  );
}
