import { matchedRoutes } from "hono/route";
import type { AppContext } from "../app-env.ts";

/** One JSON line for each request: route pattern instead of path, so that no id, code or address is written (T19). */
export function logRequest(c: AppContext, startedAt: number): void {
  const route = matchedRoutes(c).findLast((each) => each.path !== "/*" && each.path !== "*")?.path ?? "none";
  const { actor } = c.get("ctx");
  c.get("ctx").log({
    event: "request",
    method: c.req.method,
    route,
    status: c.res.status,
    ms: Date.now() - startedAt,
    actor: actor.kind === "user" && actor.impersonator_id ? "impersonator" : actor.kind,
  });
}
