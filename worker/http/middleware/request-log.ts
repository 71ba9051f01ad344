import { matchedRoutes } from "hono/route";
import type { AppContext } from "../app-env.ts";

/**
 * One JSON line for each request: route pattern instead of path, so that no id, code or address is written (T19). The
 * line of a refused request names who was refused: the user, and the keyed hash of the network, which is the same for
 * all lines of a network (ASVS 16.2.1, 16.3.2).
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

/** Whether the log says who got this status. */
export const isRefusal = (status: number): boolean => status === 401 || status === 403 || status === 429;
