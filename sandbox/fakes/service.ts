import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Calls, Service } from "./calls.ts";
import type { Fault, Faults, LimitStatus } from "./faults.ts";

/** `HttpBindings` contain the request's socket, which a fault destroys. */
export interface SandboxEnv {
  Bindings: HttpBindings;
}

type LimitResponse = (status: LimitStatus) => Response;

/** The services that PARTNER_DELAY_MS delays. */
const delayedServices: readonly string[] = ["net-suite", "fulex", "builds"];

/** Records every request to a fake (ADR-053) and applies faults. */
export function observe(
  name: Service,
  calls: Calls,
  faults: Faults,
  limitResponse: LimitResponse = (status) => Response.json({ message: "fault asked for" }, { status }),
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const path = new URL(c.req.url).pathname;
    const text = c.req.method === "GET" ? "" : await c.req.text();
    const body = c.req.method === "GET" ? null : parseBody(text);
    const fault = faults.take(name, path, text);
    const isAfterEffect = fault?.when === "after" || fault?.kind === "lost-answer";
    if (faults.fakesDelayMs > 0 && delayedServices.includes(name)) await sleep(faults.fakesDelayMs);
    const earlyFault = fault && !isAfterEffect ? await applyFault(c, faults, fault, limitResponse) : undefined;
    if (earlyFault) c.res = earlyFault.response;
    else await next();
    const lateFault = fault && isAfterEffect ? await applyFault(c, faults, fault, limitResponse) : undefined;
    if (lateFault) c.res = lateFault.response;
    calls.record({
      service: name,
      method: c.req.method,
      path,
      status: (earlyFault ?? lateFault)?.isCut ? 0 : c.res.status,
      fault: fault?.kind ?? null,
      idempotency_key: c.req.header("idempotency-key") ?? null,
      user_agent: c.req.header("user-agent") ?? null,
      transaction_id: c.req.header("x-customer-transaction-id") ?? null,
      body,
    });
  };
}

async function applyFault(c: Context<SandboxEnv>, faults: Faults, fault: Fault, limitResponse: LimitResponse) {
  const outcome = await faults.apply(fault);
  if (outcome.kind === "pass") return undefined;
  if (outcome.kind === "limit") return { response: limitResponse(outcome.status), isCut: false };
  if (outcome.kind === "cut") {
    c.env.incoming.socket.destroy();
    return { response: new Response(null), isCut: true };
  }
  const headers: Record<string, string> = {};
  if (outcome.retry_after !== undefined) headers["retry-after"] = String(outcome.retry_after);
  const response = Response.json(outcome.body ?? { message: "fault asked for" }, { status: outcome.status, headers });
  return { response, isCut: false };
}

// Hides the services' secrets in form bodies, because /calls.json shows bodies.
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fields = new URLSearchParams(text);
    for (const name of ["secret", "client_secret", "client_assertion"])
      if (fields.has(name)) fields.set(name, "(hidden)");
    return Object.fromEntries(fields);
  }
}
