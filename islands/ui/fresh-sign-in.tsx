import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { FactorKind } from "../../worker/contract/error-details.ts";
import type { Outcome } from "../lib/api.ts";
import { toRequiredProofs, refreshBy } from "../lib/fresh-sign-in.ts";
import { CodeField } from "./code-field.tsx";
import { Field } from "./field.tsx";
import { FreshPasskeyButton } from "./fresh-passkey.tsx";

type Question = { factors: readonly FactorKind[]; answer: (isProved: boolean) => void };

/**
 * `withProof` runs `send`, and runs it again after a fresh sign-in if the server requires one. Render `question`, which
 * has a form of its own, outside other forms.
 */
export function useFreshSignIn() {
  const [question, setQuestion] = useState<Question>();
  const withProof = async <T,>(send: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await send();
    if (outcome.ok || outcome.errcode !== "FRESH_SIGN_IN_REQUIRED") return outcome;
    const { factors = [] } = outcome;
    const isProved = await new Promise<boolean>((answer) => setQuestion({ factors, answer }));
    setQuestion(undefined);
    return isProved ? send() : outcome;
  };
  const dialog: ReactNode = question && <FreshSignInDialog {...question} />;
  return { withProof, question: dialog };
}

function FreshSignInDialog({ factors, answer }: Question) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { has_passkey, code_label, takes_password } = toRequiredProofs(factors);
  useEffect(() => dialog.current?.showModal(), []);
  // only a dialog that is closed, not one that is removed, gives the focus back
  const finish = () => {
    isProved.current = true;
    dialog.current?.close();
  };
  const prove = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const proof = `${new FormData(event.currentTarget).get("proof") ?? ""}`;
    setBusy(true);
    setProblem(undefined);
    const outcome = await refreshBy(takes_password ? { password: proof } : { code: proof });
    if (outcome.ok) return finish();
    setProblem(outcome.message);
    setBusy(false);
  };
  return (
    <dialog
      ref={dialog}
      className="dialog question"
      aria-labelledby="fresh-title"
      onClose={() => answer(isProved.current)}
    >
      <h2 id="fresh-title">Confirm that it is you</h2>
      <form method="post" onSubmit={(event) => void prove(event)}>
        <div className="scroll">
          <p>Your last sign-in was more than 15 minutes ago. Once you confirm, what you entered is sent.</p>
          {has_passkey && <FreshPasskeyButton onProved={finish} />}
          <CodeField factors={factors} name="proof" error={problem} />
          {takes_password && (
            <Field
              name="proof"
              type="password"
              label="Password"
              autoComplete="current-password"
              maxLength={64}
              required
              error={problem}
            />
          )}
        </div>
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {(code_label || takes_password) && (
            <button className={has_passkey ? "button quiet" : "button"} aria-busy={isBusy} disabled={isBusy}>
              Confirm
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
