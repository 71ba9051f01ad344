import { type ClientId, desktopClient, isClientId, storefrontClient } from "../../worker/contract/paths.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";

/** Omits parameters that concern only a single screen (O-069). */
function withQuery(path: string, query: URLSearchParams, clientId?: string): string {
  const carriedQuery = new URLSearchParams(query);
  carriedQuery.delete("expired");
  carriedQuery.delete("client_id");
  carriedQuery.delete("license");
  if (clientId) carriedQuery.set("client_id", clientId);
  return carriedQuery.size ? `${path}?${carriedQuery}` : path;
}

const readClientId = (query: URLSearchParams) => {
  const clientId = query.get("client_id") ?? "";
  return isClientId(clientId) ? clientId : undefined;
};

export const requestAccountHref = (clientId: string, query: URLSearchParams) =>
  withQuery(pages.requestAccount, query, clientId);

export const recoverPasswordHref = (clientId: string, query: URLSearchParams) =>
  withQuery(pages.recoverPassword, query, clientId);

export const signInHref = (query: URLSearchParams) =>
  withQuery(hrefOf(pages.signIn, { client_id: readClientId(query) ?? storefrontClient }), query);

/** The home page redirects to the client's sign-in page (O-070). */
export const homeHref = (query: URLSearchParams) => withQuery(pages.home, query, readClientId(query));

const authorizationParameters = ["redirect_uri", "state", "code_challenge", "code_challenge_method"];

export function authorizationHref(path: string, query: URLSearchParams): string {
  const carriedParameters = authorizationParameters.flatMap((name) =>
    query.get(name) ? [[name, query.get(name) ?? ""]] : [],
  );
  return carriedParameters.length ? `${path}?${new URLSearchParams(carriedParameters)}` : path;
}

/** Applies the specified rules in order (O-062). The raw redirect_uri is never a target. */
export function landingHref(clientId: ClientId, query: URLSearchParams, mainWebUrl: string): string {
  if (!query.get("redirect_uri")) return mainWebUrl;
  if (clientId === desktopClient) return authorizationHref(pages.flowpoint, query);
  return authorizationHref(`/v1/sso/authorize/${clientId}`, query);
}

/** After the second factor is set up, `afterSetUpHref` continues the sign-in. */
export const setUpFactorHref = (clientId: string, query: URLSearchParams) => withQuery(pages.security, query, clientId);

/** Carries the parameters of a sign-in that led to the set-up. */
export function setUpStepHref(path: string, query: URLSearchParams): string {
  const client_id = readClientId(query);
  return client_id === undefined ? path : withQuery(path, query, client_id);
}

/** Undefined if no sign-in led to the page. */
export function afterSetUpHref(query: URLSearchParams): string | undefined {
  const client_id = readClientId(query);
  if (client_id === undefined) return undefined;
  const carried = new URLSearchParams(query);
  carried.set("second_factor", "later");
  return withQuery(hrefOf(pages.signIn, { client_id }), carried);
}

export const newLicenseHref = (client_id: ClientId, query: URLSearchParams): string =>
  withQuery(hrefOf(pages.newLicense, { client_id }), query);

export function declinedHref(client_id: ClientId, query: URLSearchParams): string {
  const path = withQuery(hrefOf(pages.signIn, { client_id }), query);
  return `${path}${path.includes("?") ? "&" : "?"}license=declined`;
}
