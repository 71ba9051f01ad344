import { authorizeClient } from "../../worker/contract/v1/sso/authorize.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { type Actor, signedIn, visitor } from "./actors.ts";
import { type Client, createClient } from "./client.ts";

/** What the desktop app sends: it is no browser, so no cookies and no Sec-Fetch-Site. */
export const askForTokens = (body: unknown, client: Client = visitor()) =>
  client.call(exchangeCode, { body, headers: { "sec-fetch-site": null } });

export const refresh = (refresh_token: string) => askForTokens({ grant_type: "refresh_token", refresh_token });

/** The tokens of a desktop app in which a person just signed in. */
export async function desktopOf(actor: Pick<Actor, "client">) {
  const { headers } = await actor.client.call(authorizeClient, { params: { client: "flowpoint-win" } });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  return (await askForTokens({ code })).reply();
}

/** A person and the desktop app in which they signed in. */
export async function withDesktop(who: Actor | undefined = undefined) {
  const actor = who ?? (await signedIn());
  const tokens = await desktopOf(actor);
  return { ...actor, tokens, desktop: createClient({ bearer: tokens.access_token }) };
}
