import { BadRequest, factorsToProve, Failure, TooManyRequests } from "../contract/errors.ts";
import { explain } from "../contract/messages.ts";
import { findRefreshedSession, type Proof, type RefreshedSession, refreshSession } from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie, writeSessionCookie } from "./cookies.ts";
import { loadSession } from "./session.ts";
import { readChallengeTokens } from "./sign-in-cookies.ts";

export const isFreshSignInRequired = (error: unknown): boolean => factorsToProve(error) !== undefined;

/**
 * Handles a form that may be a protected act (ADR-083). If the act needs a fresh sign-in, app.tsx shows a form that
 * asks for a proof in place of the page. That form sends the same fields again with the proof, which refreshes the
 * sign-in before `handle` runs again.
 */
export async function withProof(
  c: AppContext,
  { read, can_cancel }: { read: () => Promise<unknown>; can_cancel: boolean },
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    const isProofRequired = isFreshSignInRequired(error);
    const isEnded = error instanceof Failure && error.status === 401;
    if (!isProofRequired && !isEnded) throw error;
    // an unreadable form is refused when it is submitted again
    await read().catch(() => {});
    const { fields = [], proof } = c.get("sent_form") ?? {};
    const { is_proved, problem } = proof ? await refresh(c, proof, isProofRequired) : { is_proved: false };
    if (is_proved) return handle();
    if (isProofRequired) c.set("question", { fields: [...fields], problem, can_cancel });
    throw error;
  }
}

type ProofResult = { is_proved: boolean; problem?: string | undefined };

/** After a double click, the second request finds the session that the first one created. */
async function refresh(c: AppContext, proof: Proof, isProofRequired: boolean): Promise<ProofResult> {
  const form_token = readCookie(c, "session");
  if (form_token === undefined) return { is_proved: false };
  let problem: string | undefined;
  let session: RefreshedSession | undefined;
  try {
    if (isProofRequired)
      session = await refreshSession(c.get("ctx"), await loadSession(c), proof, {
        ...readChallengeTokens(c),
        form_token,
      });
  } catch (error) {
    problem = toProblemMessage(error);
  }
  session ??= await findRefreshedSession(c.get("ctx"), form_token, proof);
  if (!session) return { is_proved: false, problem };
  writeSessionCookie(c, session.token, session.expires_at);
  c.set("session_token", session.token);
  c.set("session", undefined);
  return { is_proved: true };
}

function toProblemMessage(error: unknown): string {
  if (error instanceof BadRequest) return error.issues[0]?.message ?? error.message;
  if (error instanceof TooManyRequests) return explain(429, error);
  if (error instanceof Failure) return explain(error.status, error);
  throw error;
}
