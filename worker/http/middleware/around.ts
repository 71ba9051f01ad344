import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { finishBody } from "../body.ts";
import { forgetEnded } from "../session.ts";
import { secureHeaders } from "./headers.ts";
import { atOwnHost } from "./own-host.ts";
import { isRefusal, logRequest } from "./request-log.ts";

/**
 * What stands around every request, refused ones included: who asks, the headers of every answer, the line in the log.
 * One middleware, because each one more costs every request a promise, a closure and their collection.
 */
export const around: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = Date.now();
  const { ctx } = c.env;
  c.set("ctx", ctx);
  c.set("request_id", ctx.request_id);
  const elsewhere = atOwnHost(c);
  if (elsewhere) c.res = elsewhere;
  else await next();
  const ended = c.get("ended_token");
  if (ended !== undefined) await forgetEnded(c, ended);
  secureHeaders(c);
  if (c.req.raw.body) await finishBody(c.req.raw);
  logRequest(c, startedAt, isRefusal(c.res.status) ? await c.env.monitor.hashNetwork(c.get("ctx")) : undefined);
};
