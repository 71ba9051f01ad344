import { createHash, randomBytes } from "node:crypto";
import { authorizeClient } from "../../worker/contract/v1/sso/authorize.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { type Actor, signedIn, visitor } from "./actors.ts";
import { type Client, createClient } from "./client.ts";

/** Sends the desktop app's token request: without cookies and Sec-Fetch-Site, because the app is no browser. */
export const requestTokens = (body: unknown, client: Client = visitor()) =>
  client.call(exchangeCode, { body, headers: { "sec-fetch-site": null } });

export const refreshTokens = (refresh_token: string) => requestTokens({ grant_type: "refresh_token", refresh_token });

export const toChallenge = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** Requests a code with the challenge of a new verifier, as the desktop app does in the browser. */
export async function requestCode(client: Client, options: { redirect_uri?: string; state?: string } = {}) {
  const code_verifier = randomBytes(32).toString("base64url");
  const query = { ...options, code_challenge: toChallenge(code_verifier) };
  const answer = await client.call(authorizeClient, { params: { client: "flowpoint-win" }, query });
  const location = answer.headers.get("location") ?? "";
  return { answer, location, code: URL.parse(location)?.searchParams.get("code") ?? "", code_verifier };
}

export async function signInDesktop(actor: Pick<Actor, "client">) {
  const { code, code_verifier } = await requestCode(actor.client);
  return (await requestTokens({ code, code_verifier })).reply();
}

export async function signInWithDesktop(existingActor: Actor | undefined = undefined) {
  const actor = existingActor ?? (await signedIn());
  const tokens = await signInDesktop(actor);
  return { ...actor, tokens, desktop: createClient({ bearer: tokens.access_token }) };
}
