import { useState } from "react";
import { refreshByPasskey } from "../lib/fresh-sign-in.ts";

/** Refreshes the sign-in by passkey, then goes on. */
export function FreshPasskey({ onProved }: { onProved: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    const refusal = await refreshByPasskey();
    if (refusal === undefined) return onProved();
    setProblem(refusal);
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" aria-busy={isBusy} disabled={isBusy} onClick={() => void press()}>
        Use your passkey
      </button>
      {problem && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
