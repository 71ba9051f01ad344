import { createHash, randomBytes } from "node:crypto";
import { authorizeClient } from "../../worker/contract/v1/sso/authorize.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { type Actor, signedIn, visitor } from "./actors.ts";
import { type Client, createClient } from "./client.ts";

/** The desktop app's requests: no cookies and no Sec-Fetch-Site, because it is no browser. */
export const requestTokens = (body: unknown, client: Client = visitor()) =>
  client.call(exchangeCode, { body, headers: { "sec-fetch-site": null } });

export const refresh = (refresh_token: string) => requestTokens({ grant_type: "refresh_token", refresh_token });

export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** Asks for a code with the challenge of a fresh verifier, as the desktop app has it done. */
export async function requestCode(client: Client, options: { redirect_uri?: string; state?: string } = {}) {
  const code_verifier = randomBytes(32).toString("base64url");
  const query = { ...options, code_challenge: challengeOf(code_verifier) };
  const answer = await client.call(authorizeClient, { params: { client: "flowpoint-win" }, query });
  const location = answer.headers.get("location") ?? "";
  return { answer, location, code: URL.parse(location)?.searchParams.get("code") ?? "", code_verifier };
}

/** The tokens of a desktop app in which a person just signed in. */
export async function signInDesktop(actor: Pick<Actor, "client">) {
  const { code, code_verifier } = await requestCode(actor.client);
  return (await requestTokens({ code, code_verifier })).reply();
}

/** A person and the desktop app in which they signed in. */
export async function signInWithDesktop(who: Actor | undefined = undefined) {
  const actor = who ?? (await signedIn());
  const tokens = await signInDesktop(actor);
  return { ...actor, tokens, desktop: createClient({ bearer: tokens.access_token }) };
}
