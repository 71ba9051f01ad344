import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Calls, Service } from "./calls.ts";
import type { Fault, Faults } from "./faults.ts";

/** Hono on Node: faults need the socket of the request. */
export interface SandboxEnv {
  Bindings: HttpBindings;
}

/** Notes every request to `service` and disturbs those that a fault was asked for. */
export function observe(name: Service, calls: Calls, faults: Faults): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const path = new URL(c.req.url).pathname;
    const text = c.req.method === "GET" ? "" : await c.req.text();
    const body = c.req.method === "GET" ? null : readable(text);
    const fault = faults.take(name, path, text);
    const disturbed = fault?.when === "before" ? await disturb(c, faults, fault) : undefined;
    if (disturbed) c.res = disturbed.response;
    else await next();
    const late = fault?.when === "after" ? await disturb(c, faults, fault) : undefined;
    if (late) c.res = late.response;
    calls.record({
      service: name,
      method: c.req.method,
      path,
      status: (disturbed ?? late)?.isCut ? 0 : c.res.status,
      fault: fault?.kind ?? null,
      idempotency_key: c.req.header("idempotency-key") ?? null,
      user_agent: c.req.header("user-agent") ?? null,
      body,
    });
  };
}

async function disturb(c: Context<SandboxEnv>, faults: Faults, fault: Fault) {
  const outcome = await faults.apply(fault);
  if (outcome.kind === "pass") return undefined;
  if (outcome.kind === "cut") {
    c.env.incoming.socket.destroy();
    return { response: new Response(null), isCut: true };
  }
  const headers: Record<string, string> = {};
  if (outcome.retry_after !== undefined) headers["retry-after"] = String(outcome.retry_after);
  const response = Response.json({ message: "fault asked for" }, { status: outcome.status, headers });
  return { response, isCut: false };
}

// Passwords of services are kept out of what /calls.json shows.
function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fields = new URLSearchParams(text);
    if (fields.has("secret")) fields.set("secret", "(hidden)");
    return Object.fromEntries(fields);
  }
}
