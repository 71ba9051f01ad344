import { matchedRoutes } from "hono/route";
import { Failure } from "../../contract/errors.ts";
import type { AppContext } from "../app-env.ts";
import { PageNotFound } from "../page-spec.ts";

/**
 * Id of a request in Cloudflare's own logs
 * (https://developers.cloudflare.com/fundamentals/reference/cloudflare-ray-id/).
 */
const rayId = /^[0-9a-f]{16}-[A-Z]{3}$/;

/**
 * Writes one JSON line with the route pattern instead of the path, so that no id, code or address in a path is logged
 * (T19). The line of a refused request has the user, their impersonator and the keyed hash of the network (ASVS 16.2.1,
 * 16.3.2).
 */
export function logRequest(c: AppContext, startedAt: number, network: string | undefined): void {
  const pattern = matchedRoutes(c).findLast((each) => each.path !== "/*" && each.path !== "*")?.path ?? "none";
  const { status } = c.res;
  const ms = Date.now() - startedAt;
  const ctx = c.get("ctx");
  const { actor, usage } = ctx;
  const ray = rayId.exec(c.req.header("cf-ray") ?? "")?.[0];
  const user = actor.kind === "user" ? actor : undefined;
  ctx.log({
    event: "request",
    method: c.req.method,
    route: pattern,
    status,
    ms,
    ...usage,
    ...(ray !== undefined && { ray }),
    actor: user?.impersonator_id ? "impersonator" : actor.kind,
    ...(network !== undefined && {
      network,
      user_id: user?.user_id,
      impersonator_id: user?.impersonator_id ?? undefined,
    }),
  });
  const route = pattern === "none" || pattern.includes("*") ? "none" : `${c.req.method} ${pattern}`;
  c.env.monitor.record(ctx, { route, status, ms });
}

const refusals: readonly number[] = [401, 403, 429];

/** Includes refusals by pages that answer 404 to hide their existence. */
export const isRefusal = ({ res, error }: AppContext): boolean =>
  refusals.includes(res.status) ||
  (error instanceof PageNotFound && error.cause instanceof Failure && refusals.includes(error.cause.status));
