import type { ReactNode } from "react";
import { Notice } from "../../../islands/ui/notice.tsx";
import { FormProblems, RefusedForm } from "./form-problems.tsx";

export type ShownFlash = {
  tone: "success" | "danger";
  message: string;
  link?: readonly [label: string, path: string] | undefined;
  form?: { label: string; path: string; fields: Record<string, string> } | undefined;
  typed?: { errors: Record<string, string> } | undefined;
} | null;

type FlashMessageProps = {
  flash: ShownFlash;
  /** The page, whose header lists the problems of a refused form; by default the list follows the message. */
  children?: ReactNode;
};

export const FlashMessage = ({ flash, children }: FlashMessageProps) => (
  <RefusedForm.Provider value={flash?.typed}>
    <Message flash={flash} />
    {children ?? <FormProblems />}
  </RefusedForm.Provider>
);

function Message({ flash }: Pick<FlashMessageProps, "flash">) {
  if (!flash?.message) return null;
  const { tone, message, link, form, typed } = flash;
  if (Object.keys(typed?.errors ?? {}).length > 1) return null;
  return (
    <Notice tone={tone}>
      {message}
      {link && (
        <>
          {" "}
          <a href={link[1]}>{link[0]}</a>
        </>
      )}
      {form && (
        <form method="post" action={form.path}>
          {Object.entries(form.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="link-button">{form.label}</button>
        </form>
      )}
    </Notice>
  );
}
