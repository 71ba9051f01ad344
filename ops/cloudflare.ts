import type { Target } from "./target.ts";

const requestTimeoutMs = 10_000;

/** The token lacks a permission, or is for another account. */
export class TokenRefusedError extends Error {}

/** https://developers.cloudflare.com/api/ */
export function sendRequest(
  settings: Target["settings"],
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const { CLOUDFLARE_API_BASE_URL = "https://api.cloudflare.com/client/v4", CLOUDFLARE_API_TOKEN } = settings;
  return fetch(`${CLOUDFLARE_API_BASE_URL}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${CLOUDFLARE_API_TOKEN}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
}

export const hasToken = ({ CLOUDFLARE_API_TOKEN, CLOUDFLARE_ACCOUNT_ID }: Target["settings"]): boolean =>
  Boolean(CLOUDFLARE_API_TOKEN && CLOUDFLARE_ACCOUNT_ID);

export const accountPath = ({ CLOUDFLARE_ACCOUNT_ID }: Target["settings"]): string =>
  `accounts/${CLOUDFLARE_ACCOUNT_ID}`;

/** Returns the reply's `result`; null for 404. `permission` is named as in the dashboard. @throws TokenRefusedError */
export async function request(
  settings: Target["settings"],
  { method = "GET", path, body, permission }: { method?: string; path: string; body?: unknown; permission: string },
): Promise<unknown> {
  const response = await sendRequest(settings, method, path, body);
  if (response.status === 404) return null;
  if (response.status === 401 || response.status === 403) {
    throw new TokenRefusedError(
      `CLOUDFLARE_API_TOKEN lacks ${permission}: add it at https://dash.cloudflare.com/profile/api-tokens.`,
    );
  }
  if (!response.ok) throw new Error(`Cloudflare answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  const { result }: { result?: unknown } = Object(await response.json());
  return result;
}
