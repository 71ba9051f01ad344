import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "../app-env.ts";

/** One JSON line for each request: route pattern instead of path, so that no id, code or address is written (T19). */
export const logRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const started = Date.now();
  await next();
  const route = matchedRoutes(c).findLast((each) => each.path !== "/*" && each.path !== "*")?.path ?? "none";
  const { actor } = c.get("ctx");
  c.get("ctx").log({
    event: "request",
    method: c.req.method,
    route,
    status: c.res.status,
    ms: Date.now() - started,
    actor: actor.kind === "user" && actor.impersonator_id ? "impersonator" : actor.kind,
  });
};
