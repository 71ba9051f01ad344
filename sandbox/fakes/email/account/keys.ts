import type { MiddlewareHandler } from "hono";
import { failure } from "../messages/failure.ts";
import type { SandboxEnv } from "../../service.ts";

/** `sending` may only send (https://resend.com/docs/api-reference/api-keys/create-api-key). */
export type ApiKeys = { sending: string; full: string };

/** https://resend.com/docs/api-reference/errors */
export function requireFullAccess(keys: ApiKeys): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    // Cloudflare, in front of Resend's API, refuses requests without a user agent.
    if (!c.req.header("user-agent")) return c.text("error code: 1010", 403);
    const authorization = c.req.header("authorization");
    if (!authorization) return failure(401, "missing_api_key", "Missing API key in the authorization header");
    if (authorization === `Bearer ${keys.sending}`)
      return failure(401, "restricted_api_key", "This API key is restricted to only send emails");
    if (authorization !== `Bearer ${keys.full}`) return failure(403, "invalid_api_key", "API key is invalid");
    await next();
  };
}
