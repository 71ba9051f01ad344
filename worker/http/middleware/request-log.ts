import { matchedRoutes } from "hono/route";
import type { AppContext } from "../app-env.ts";

/**
 * Writes one JSON line with the route pattern instead of the path, so that no id, code or address is logged (T19). A
 * refused request's line has the user and the keyed hash of the network (ASVS 16.2.1, 16.3.2).
 */
export function logRequest(c: AppContext, startedAt: number, network: string | undefined): void {
  const pattern = matchedRoutes(c).findLast((each) => each.path !== "/*" && each.path !== "*")?.path ?? "none";
  const { status } = c.res;
  const ms = Date.now() - startedAt;
  const ctx = c.get("ctx");
  const { actor, usage } = ctx;
  ctx.log({
    event: "request",
    method: c.req.method,
    route: pattern,
    status,
    ms,
    ...usage,
    actor: actor.kind === "user" && actor.impersonator_id ? "impersonator" : actor.kind,
    ...(network !== undefined && { network, user_id: actor.kind === "user" ? actor.user_id : undefined }),
  });
  const route = pattern === "none" || pattern.includes("*") ? "none" : `${c.req.method} ${pattern}`;
  c.env.monitor.record(ctx, { route, status, ms });
}

export const isRefusal = (status: number): boolean => status === 401 || status === 403 || status === 429;
