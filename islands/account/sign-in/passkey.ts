import type { requestPasskeySignIn, signInByPasskey } from "../../../worker/contract/v1/sso/session.ts";
import { call, type Outcome } from "../../lib/api.ts";
import { getCredential, passkeyErrorMessage } from "../../lib/passkeys.ts";

let suggestionRequest: AbortController | undefined;

/** Returns the problem; undefined if there is none to show. */
async function signIn(onSignedIn: () => void, signal?: AbortSignal): Promise<string | undefined> {
  if (!signal) suggestionRequest?.abort();
  const optionsOutcome = await call<typeof requestPasskeySignIn>(
    { method: "POST", path: "/v1/sso/session/passkey/options", status: 200, needs: ["options"] },
    {},
  );
  if (!optionsOutcome.ok) return signal ? undefined : optionsOutcome.message;
  let outcome: Outcome<unknown>;
  try {
    const response = await getCredential(optionsOutcome.data.options, signal);
    outcome = await call<typeof signInByPasskey>(
      { method: "POST", path: "/v1/sso/session/passkey", status: 201, needs: ["user_id"] },
      { body: { response } },
    );
  } catch (error) {
    // The user did not request the suggestions, so their failure is not shown.
    return signal ? undefined : passkeyErrorMessage(error);
  }
  if (!outcome.ok) return outcome.message;
  onSignedIn();
  return undefined;
}

/** Only if the browser can offer passkeys among the suggestions of a field. After a failure, the next focus retries. */
async function suggestPasskeys(onSignedIn: () => void): Promise<string | undefined> {
  const canSuggest = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!canSuggest || suggestionRequest) return undefined;
  suggestionRequest = new AbortController();
  try {
    return await signIn(onSignedIn, suggestionRequest.signal);
  } finally {
    suggestionRequest = undefined;
  }
}

/** The button signs in; focusing the email field suggests passkeys. Errors appear below the form. */
export async function tryPasskey(type: string, control: Element, onSignedIn: () => void): Promise<void> {
  const problem = await (type === "click" ? signIn(onSignedIn) : suggestPasskeys(onSignedIn));
  const form = control.closest("form");
  const previousMessage = form?.querySelector("p[data-passkey]");
  if (problem === undefined) return previousMessage?.remove();
  const message = previousMessage ?? form?.appendChild(document.createElement("p"));
  if (!message) return;
  message.className = "refusal";
  message.setAttribute("data-passkey", "");
  message.setAttribute("role", "alert");
  message.textContent = problem;
}
