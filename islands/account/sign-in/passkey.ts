import type { requestPasskeySignIn, signInByPasskey } from "../../../worker/contract/v1/sso/session.ts";
import { call, type Outcome } from "../../lib/api.ts";
import { getCredential, problemOf } from "../../lib/passkeys.ts";

let suggesting: AbortController | undefined;

/** Signs in by a passkey; returns the problem, or undefined if there is nothing to tell. */
async function signIn(leave: () => void, signal?: AbortSignal): Promise<string | undefined> {
  if (!signal) suggesting?.abort();
  const asked = await call<typeof requestPasskeySignIn>(
    { method: "POST", path: "/v1/sso/session/passkey/options", status: 200, needs: ["options"] },
    {},
  );
  if (!asked.ok) return signal ? undefined : asked.message;
  let outcome: Outcome<unknown>;
  try {
    const response = await getCredential(asked.data.options, signal);
    outcome = await call<typeof signInByPasskey>(
      { method: "POST", path: "/v1/sso/session/passkey", status: 201, needs: ["user_id"] },
      { body: { response } },
    );
  } catch (error) {
    // The user did not request the suggestions, so a failure to make them is not shown.
    return signal ? undefined : problemOf(error);
  }
  if (!outcome.ok) return outcome.message;
  leave();
  return undefined;
}

/** Offers passkeys among the suggestions of the email field, once per page, if the browser supports it. */
async function suggest(leave: () => void): Promise<string | undefined> {
  if (suggesting || !(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return undefined;
  suggesting = new AbortController();
  return signIn(leave, suggesting.signal);
}

/** Signs in from the button, or suggests passkeys when the email field gets the focus. Errors appear below the form. */
export async function tryPasskey(type: string, control: Element, leave: () => void): Promise<void> {
  const problem = await (type === "click" ? signIn(leave) : suggest(leave));
  const form = control.closest("form");
  const shown = form?.querySelector("p[data-passkey]");
  if (problem === undefined) return shown?.remove();
  const message = shown ?? form?.appendChild(document.createElement("p"));
  if (!message) return;
  message.className = "refusal";
  message.setAttribute("data-passkey", "");
  message.setAttribute("role", "alert");
  message.textContent = problem;
}
