import { call } from "../lib/api.ts";
import { getCredential, passkeyErrorMessage } from "../lib/passkeys.ts";
import { PasskeyButton } from "../ui/passkey-button.tsx";
import type { requestSecondFactor, signInByFactor } from "../../worker/contract/v1/sso/session.ts";

type SecondStepProps = { next_href: string };

/** Button for a passkey, which needs script; the page's form for codes does not. */
export default function SecondStep({ next_href }: SecondStepProps) {
  const prove = async () => {
    const challenge = "";
    const optionsOutcome = await call<typeof requestSecondFactor>(
      { method: "POST", path: "/v1/sso/session/second-factor/options", status: 200, needs: ["options"] },
      { body: { challenge } },
    );
    if (!optionsOutcome.ok) return optionsOutcome.message;
    try {
      const response = await getCredential(optionsOutcome.data.options);
      const trustCheckbox = document.querySelector<HTMLInputElement>("input[name=trust_browser]");
      const outcome = await call<typeof signInByFactor>(
        { method: "POST", path: "/v1/sso/session/second-factor", status: 201, needs: ["user_id"] },
        { body: { challenge, response, trust_browser: trustCheckbox?.checked ?? false } },
      );
      if (!outcome.ok) return outcome.message;
      location.assign(next_href);
      return undefined;
    } catch (error) {
      return passkeyErrorMessage(error) ?? "";
    }
  };
  return <PasskeyButton prove={prove} />;
}
