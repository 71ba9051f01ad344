import { setTimeout as wait } from "node:timers/promises";
import { versionHeader } from "../../worker/contract/paths.ts";
import type { Target } from "../target.ts";

type Probe = { path: string; status: number; holds: RegExp; file?: RegExp };
/** `passing`: the version was not reached, which a deployment or a host name that is not everywhere yet explains. */
type Problem = { message: string; is_passing: boolean };

/** Requests that must succeed without a session: the worker, pages, files, the database and access control. */
const probes: Probe[] = [
  { path: "/health", status: 200, holds: /"success":true/ },
  { path: "/sign-in/crunchbox", status: 200, holds: /<form/, file: /<script[^>]* src="(\/assets\/[^"]+\.js)/ },
  { path: "/store/products", status: 200, holds: /<main/, file: /<link[^>]* href="(\/assets\/[^"]+\.css)/ },
  { path: "/v1/store/products", status: 200, holds: /"data":\[/ },
  { path: "/v1/sso/session", status: 401, holds: /"success":false/ },
  { path: "/no/such/page", status: 404, holds: /<main/ },
];
const timeoutMs = 10_000;
const betweenTriesMs = 1000;

export type Patience = {
  /** How long a version that cannot be reached yet is tried. */
  patience_ms: number;
  /** Asks this version whatever its share of the traffic is, by the version override. */
  by_override: boolean;
};

/** Problems of the version; empty if it works. Every answer must come from it (`x-version`). */
export async function smoke(
  target: Target,
  version: string,
  { patience_ms, by_override }: Patience,
): Promise<string[]> {
  const until = Date.now() + patience_ms;
  for (;;) {
    const problems = (await Promise.all(probes.map((probe) => look(target, version, by_override, probe)))).flat();
    const is_over = problems.some(({ is_passing }) => !is_passing) || Date.now() >= until;
    if (problems.length === 0 || is_over) return problems.map(({ message }) => message);
    await wait(betweenTriesMs);
  }
}

async function look(target: Target, version: string, by_override: boolean, probe: Probe): Promise<Problem[]> {
  const { path, status, holds, file } = probe;
  const { PUBLIC_URL = "", MAIN_WEB_URL, COOKIE_DOMAIN } = target.settings;
  // a shop with several hosts serves its store from the storefront's host
  const isElsewhere = COOKIE_DOMAIN && MAIN_WEB_URL && path.startsWith("/store");
  const base = isElsewhere ? new URL(MAIN_WEB_URL).origin : PUBLIC_URL;
  const headers = {
    "user-agent": "crunchbox-smoke/1",
    // https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/
    ...(by_override && { "cloudflare-workers-version-overrides": `${target.deployment.name}="${version}"` }),
  };
  const ask = (address: string) =>
    fetch(base + address, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  try {
    // A unique search, so that no cache answers in place of the version.
    const answer = await ask(`${path}?search=smoke-${crypto.randomUUID()}`);
    const text = await answer.text();
    const answered = answer.headers.get(versionHeader);
    if (answered !== version) {
      const told = answered === null ? `status ${answer.status}, ${text.slice(0, 80).trim()}` : answered;
      return [{ message: `${path} is not answered by ${version}: ${told}`, is_passing: true }];
    }
    if (answer.status !== status) {
      return [{ message: `${path} answers ${answer.status}, not ${status}`, is_passing: false }];
    }
    if (!holds.test(text)) return [{ message: `${path} says something else`, is_passing: false }];
    if (!file) return [];
    const [, address] = file.exec(text) ?? [];
    if (!address) return [{ message: `${path} links no file like ${String(file)}`, is_passing: false }];
    const { ok, status: found } = await ask(address);
    // Another version does not have it: the page may have been answered by the new one, the file not yet.
    return ok ? [] : [{ message: `${address} of ${path} answers ${found}`, is_passing: true }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ message: `${path} does not answer (${reason})`, is_passing: true }];
  }
}
