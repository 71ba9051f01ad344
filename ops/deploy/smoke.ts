import { setTimeout as wait } from "node:timers/promises";
import { versionHeader } from "../../worker/contract/paths.ts";
import type { Target } from "../target.ts";

type Probe = { path: string; status: number; holds: RegExp; file?: RegExp };
/** `is_passing`: the problem may end by itself, because a deployment or host name has not reached all locations yet. */
type Problem = { message: string; is_passing: boolean };

const probes: Probe[] = [
  { path: "/health", status: 200, holds: /"success":true/ },
  { path: "/sign-in/crunchbox", status: 200, holds: /<form/, file: /<script[^>]* src="(\/assets\/[^"]+\.js)/ },
  { path: "/store/products", status: 200, holds: /<main/ },
  { path: "/docs", status: 200, holds: /<main/, file: /<link[^>]* href="(\/assets\/[^"]+\.css)/ },
  { path: "/v1/store/products", status: 200, holds: /"data":\[/ },
  { path: "/v1/sso/session", status: 401, holds: /"success":false/ },
  { path: "/no/such/page", status: 404, holds: /<main/ },
];
const timeoutMs = 10_000;
const betweenTriesMs = 1000;

export type SmokeOptions = {
  /** Time for the version to become reachable. */
  patience_ms: number;
  /** Selects the version by the version override, whatever its share of traffic. */
  by_override: boolean;
};

/** Returns the problems of a version; every reply must come from that version (`x-version`). */
export async function runSmokeTests(
  target: Target,
  version: string,
  { patience_ms, by_override }: SmokeOptions,
): Promise<string[]> {
  const deadline = Date.now() + patience_ms;
  for (;;) {
    const problems = (
      await Promise.all(probes.map((probe) => probeVersion(target, version, by_override, probe)))
    ).flat();
    const is_over = problems.some(({ is_passing }) => !is_passing) || Date.now() >= deadline;
    if (problems.length === 0 || is_over) return problems.map(({ message }) => message);
    await wait(betweenTriesMs);
  }
}

async function probeVersion(target: Target, version: string, by_override: boolean, probe: Probe): Promise<Problem[]> {
  const { path, status, holds, file } = probe;
  const { PUBLIC_URL = "", MAIN_WEB_URL, COOKIE_DOMAIN } = target.settings;
  // In a shop with several hosts, the storefront's host serves the store.
  const isElsewhere = COOKIE_DOMAIN && MAIN_WEB_URL && path.startsWith("/store");
  const base = isElsewhere ? new URL(MAIN_WEB_URL).origin : PUBLIC_URL;
  const headers = {
    "user-agent": "crunchbox-smoke/1",
    // https://developers.cloudflare.com/workers/versions-and-deployments/version-overrides/
    ...(by_override && { "cloudflare-workers-version-overrides": `${target.deployment.name}="${version}"` }),
  };
  const fetchPath = (address: string) =>
    fetch(base + address, { headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  try {
    // A unique search bypasses all caches.
    const answer = await fetchPath(`${path}?search=smoke-${crypto.randomUUID()}`);
    const text = await answer.text();
    const answeringVersion = answer.headers.get(versionHeader);
    if (answeringVersion !== version) {
      const cause =
        answeringVersion === null ? `status ${answer.status}, ${text.slice(0, 80).trim()}` : answeringVersion;
      return [{ message: `${path} is not answered by ${version}: ${cause}`, is_passing: true }];
    }
    if (answer.status !== status) {
      return [{ message: `${path} answers ${answer.status}, not ${status}`, is_passing: false }];
    }
    if (!holds.test(text)) return [{ message: `${path} says something else`, is_passing: false }];
    if (!file) return [];
    const [, address] = file.exec(text) ?? [];
    if (!address) return [{ message: `${path} links no file like ${String(file)}`, is_passing: false }];
    const { ok, status: found } = await fetchPath(address);
    // The new version may have answered the page, and the old one the file.
    return ok ? [] : [{ message: `${address} of ${path} answers ${found}`, is_passing: true }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ message: `${path} does not answer (${reason})`, is_passing: true }];
  }
}
