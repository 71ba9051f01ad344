import { useState } from "react";
import { useEarlyPress } from "../lib/early-press.ts";

/** `prove` returns an error message: empty if the request was aborted, undefined after success. */
export function PasskeyButton({ prove }: { prove: () => Promise<string | undefined> }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    const found = await prove();
    if (found === undefined) return;
    setProblem(found);
    setBusy(false);
  };
  const ref = useEarlyPress();
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="button"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void press()}
      >
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
