import type { ReactNode } from "react";
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
  return (
    <form method="post" {...form.on} onFocus={prepare} onPointerDown={prepare}>
      {form.notice && <Notice tone="danger">{form.notice}</Notice>}
      {children}
      <button className="button" disabled={!form.ready} aria-busy={form.busy}>
        {submit}
      </button>
      {form.refusal && (
        <p className="refusal" role="alert">
          {form.refusal}
        </p>
      )}
    </form>
  );
}
