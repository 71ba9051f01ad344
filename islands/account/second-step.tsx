import { useState } from "react";
import { call } from "../lib/api.ts";
import { getCredential, problemOf } from "../lib/passkeys.ts";
import type { requestSecondFactor, signInByFactor } from "../../worker/contract/v1/sso/session.ts";

type SecondStepProps = { next_href: string };

/** The passkey's button of the second step; the code's form works without script. */
export default function SecondStep({ next_href }: SecondStepProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const prove = async () => {
    setBusy(true);
    setProblem(undefined);
    const challenge = "";
    const asked = await call<typeof requestSecondFactor>(
      { method: "POST", path: "/v1/sso/session/second-factor/options", status: 200, needs: ["options"] },
      { body: { challenge } },
    );
    if (!asked.ok) return asked.message;
    try {
      const response = await getCredential(asked.data.options);
      const trust = document.querySelector<HTMLInputElement>("input[name=trust_browser]");
      const outcome = await call<typeof signInByFactor>(
        { method: "POST", path: "/v1/sso/session/second-factor", status: 201, needs: ["user_id"] },
        { body: { challenge, response, trust_browser: trust?.checked ?? false } },
      );
      if (!outcome.ok) return outcome.message;
      location.assign(next_href);
      return undefined;
    } catch (error) {
      return problemOf(error);
    }
  };
  const press = async () => {
    setProblem(await prove());
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
