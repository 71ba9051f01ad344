import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { finishBody } from "../body.ts";
import { clearEndedCookie } from "../session.ts";
import { secureHeaders } from "./headers.ts";
import { redirectToOwnHost } from "./own-host.ts";
import { isRefusal, logRequest } from "./request-log.ts";

/**
 * Sets the context and the headers of every request and writes its log line. Separate middlewares would each cost every
 * request a promise and a closure.
 */
export const wrapRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = Date.now();
  const { ctx } = c.env;
  c.set("ctx", ctx);
  c.set("request_id", ctx.request_id);
  const hostResponse = redirectToOwnHost(c);
  if (hostResponse) c.res = hostResponse;
  else await next();
  const ended = c.get("ended_token");
  if (ended !== undefined) await clearEndedCookie(c, ended);
  secureHeaders(c);
  if (c.req.raw.body) await finishBody(c.req.raw);
  logRequest(c, startedAt, isRefusal(c) ? await c.env.monitor.hashNetwork(c.get("ctx")) : undefined);
};
