import { type ClientId, desktopClient, isClientId, storefrontClient } from "../../worker/contract/paths.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";

/** The query that travels between the account screens; what is meant for one screen alone is left out (O-069). */
function withQuery(path: string, query: URLSearchParams, clientId?: string): string {
  const carried = new URLSearchParams(query);
  carried.delete("expired");
  carried.delete("client_id");
  carried.delete("license");
  if (clientId) carried.set("client_id", clientId);
  return carried.size ? `${path}?${carried}` : path;
}

const clientOf = (query: URLSearchParams) => {
  const named = query.get("client_id") ?? "";
  return isClientId(named) ? named : undefined;
};

export const requestAccountHref = (clientId: string, query: URLSearchParams) =>
  withQuery(pages.requestAccount, query, clientId);

export const recoverPasswordHref = (clientId: string, query: URLSearchParams) =>
  withQuery(pages.recoverPassword, query, clientId);

/** The sign-in page of the client that the query names, else of the storefront. */
export const signInHref = (query: URLSearchParams) =>
  withQuery(hrefOf(pages.signIn, { client_id: clientOf(query) ?? storefrontClient }), query);

/** The home page with the carried query; it redirects to the sign-in page of the same client (O-070). */
export const homeHref = (query: URLSearchParams) => withQuery(pages.home, query, clientOf(query));

const handOff = ["redirect_uri", "state", "code_challenge", "code_challenge_method"];

/** A path with those parameters of the query that the hand-off to a client needs, and no other. */
export function handOffHref(path: string, query: URLSearchParams): string {
  const kept = handOff.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? ""]] : []));
  return kept.length ? `${path}?${new URLSearchParams(kept)}` : path;
}

/** Where a signed-in person goes: the printed rules in printed order (O-062). The raw redirect_uri is never a target. */
export function landingHref(clientId: ClientId, query: URLSearchParams, mainWebUrl: string): string {
  if (!query.get("redirect_uri")) return mainWebUrl;
  if (clientId === desktopClient) return handOffHref(pages.flowpoint, query);
  return handOffHref(`/v1/sso/authorize/${clientId}`, query);
}

/** Where a new license agreement is read before the landing, which the query keeps. */
export const newLicenseHref = (client_id: ClientId, query: URLSearchParams): string =>
  withQuery(hrefOf(pages.newLicense, { client_id }), query);

/** The sign-in page that says why the session has ended. */
export function declinedHref(client_id: ClientId, query: URLSearchParams): string {
  const path = withQuery(hrefOf(pages.signIn, { client_id }), query);
  return `${path}${path.includes("?") ? "&" : "?"}license=declined`;
}
