import { Failure } from "../../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { storefrontClient } from "../../../worker/contract/paths.ts";
import type { SsoClientId } from "../../../worker/contract/paths.ts";
import { desktopClient } from "../../../worker/contract/paths.ts";
import * as contract from "../../../worker/contract/v1/sso/authorize.ts";
import { authorizeClient as authorizeAt, redirectTarget } from "../../../worker/domain/identity/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { serveAll } from "../../../worker/http/serve.ts";
import { loadSession, readCredentials } from "../../../worker/http/session.ts";

type Query = { redirect_uri?: string | undefined; state?: string | undefined; code_challenge?: string | undefined };

/**
 * Another site cannot have a code made by this address: such a navigation leads to /flowpoint first, which shows who is signed
 * in and opens the app by itself (O-079). What another site gets that way is that the app opens on the person's own machine:
 * the code goes to the app's registered scheme alone, never to a host and never to the page that began; it works once, for
 * 60 seconds, bound to its redirect_uri and PKCE challenge, so an app that sends a challenge cannot be given the code of a
 * hand-off that it did not begin. /flowpoint cannot be framed, and browsers ask before a page without a click opens an app (T8, T9).
 */
const isStartedElsewhere = (c: AppContext): boolean => {
  const site = c.req.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin";
};

async function land(client: SsoClientId, query: Query, c: AppContext): Promise<Response> {
  const carried = new URLSearchParams(new URL(c.req.url).search);
  redirectTarget(c.get("ctx"), client, query.redirect_uri);
  const signedIn = readCredentials(c) ? await loadSession(c).catch(orSignIn) : null;
  if (!signedIn) {
    const client_id = client === "crunchbox-sso" ? storefrontClient : client;
    return c.redirect(`${hrefOf(pages.signIn, { client_id })}?${carried}`);
  }
  if (client === desktopClient && isStartedElsewhere(c)) return c.redirect(`${pages.flowpoint}?${carried}`);
  const { location } = await authorizeAt(c.get("ctx"), { client, ...query });
  return c.redirect(location);
}

/** A session that has ended leads to the sign-in page; a database that is down does not. */
const orSignIn = (error: unknown) => {
  if (error instanceof Failure && (error.status === 401 || error.status === 403)) return null;
  throw error;
};

export const routes = serveAll(contract, {
  authorize: (_ctx, { query }, c) => land("crunchbox-sso", query, c),
  authorizeClient: (_ctx, { params, query }, c) => land(params.client, query, c),
});
