import type { requestPasskeySignIn, signInByPasskey } from "../../../worker/contract/v1/sso/session.ts";
import { call, type Outcome } from "../../lib/api.ts";
import { getCredential, passkeyErrorMessage } from "../../lib/passkeys.ts";

let suggestionRequest: AbortController | undefined;

/** Signs in by a passkey; returns the problem, or undefined if there is nothing to tell. */
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

/** Offers passkeys among the suggestions of the email field, once per page, if the browser supports it. */
async function suggestPasskeys(onSignedIn: () => void): Promise<string | undefined> {
  if (suggestionRequest || !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()))
    return undefined;
  suggestionRequest = new AbortController();
  return signIn(onSignedIn, suggestionRequest.signal);
}

/** Signs in from the button, or suggests passkeys when the email field gets the focus. Errors appear below the form. */
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
