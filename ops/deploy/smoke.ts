import type { Target } from "../target.ts";

type Probe = { path: string; status: number; holds: RegExp };

/** Requests that must succeed without a session: the worker, pages, files, the database and access control. */
const probes: Probe[] = [
  { path: "/health", status: 200, holds: /"success":true/ },
  { path: "/sign-in/crunchbox", status: 200, holds: /<form/ },
  { path: "/store/products", status: 200, holds: /<main/ },
  // A unique search, so that no cache answers in place of the database.
  { path: `/v1/store/products?search=smoke-${Date.now()}`, status: 200, holds: /"data":\[/ },
  { path: "/v1/sso/session", status: 401, holds: /"success":false/ },
  { path: "/no/such/page", status: 404, holds: /<main/ },
];
const timeoutMs = 10_000;

/** Problems of the version; empty if it works. Probes are routed to this version, whatever its share of the traffic. */
export async function smoke(target: Target, version: string): Promise<string[]> {
  const { name } = target.deployment;
  // https://developers.cloudflare.com/workers/versions-and-deployments/gradual-deployments/ (version overrides)
  const headers = { "cloudflare-workers-version-overrides": `${name}="${version}"`, "user-agent": "crunchbox-smoke/1" };
  const look = async ({ path, status, holds }: Probe): Promise<string[]> => {
    const { PUBLIC_URL = "", MAIN_WEB_URL, COOKIE_DOMAIN } = target.settings;
    // a shop with several hosts serves its store from the storefront's host
    const isElsewhere = COOKIE_DOMAIN && MAIN_WEB_URL && path.startsWith("/store");
    const base = isElsewhere ? new URL(MAIN_WEB_URL).origin : PUBLIC_URL;
    const url = base + path;
    try {
      const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
      const text = await answer.text();
      if (answer.status !== status) return [`${path} answers ${answer.status}, not ${status}`];
      return holds.test(text) ? [] : [`${path} says something else`];
    } catch (error) {
      return [`${path} does not answer (${error instanceof Error ? error.message : String(error)})`];
    }
  };
  return (await Promise.all(probes.map(look))).flat();
}
