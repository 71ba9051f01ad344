import type { MiddlewareHandler } from "hono";
import type { SandboxEnv } from "../../service.ts";
import { limitExceeded } from "../records/problem.ts";

export class Traffic {
  #callsMax: number;
  #inFlight = 0;
  #calls = 0;
  #maxInFlight = 0;
  #byPath = new Map<string, number>();
  #tooMany = new WeakSet<Request>();

  constructor(callsMax: number) {
    this.#callsMax = callsMax;
  }

  stats() {
    return { calls: this.#calls, max_in_flight: this.#maxInFlight, by_path: Object.fromEntries(this.#byPath) };
  }

  forget(): void {
    this.#calls = 0;
    this.#maxInFlight = this.#inFlight;
    this.#byPath.clear();
  }

  /** Counts requests in flight, from arrival to response, delays included. */
  count(): MiddlewareHandler<SandboxEnv> {
    return async (c, next) => {
      this.#inFlight += 1;
      this.#calls += 1;
      this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);
      if (this.#inFlight > this.#callsMax) this.#tooMany.add(c.req.raw);
      const path = toCountedPath(new URL(c.req.url).pathname);
      this.#byPath.set(path, (this.#byPath.get(path) ?? 0) + 1);
      try {
        await next();
      } finally {
        this.#inFlight -= 1;
      }
    };
  }

  /** docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_1559222360.html */
  limit(): MiddlewareHandler<SandboxEnv> {
    return async (c, next) => (this.#tooMany.has(c.req.raw) ? limitExceeded(429) : next());
  }
}

function toCountedPath(path: string): string {
  const accountPath = path.replace(/^\/net-suite/, "");
  return accountPath.replace(/^(\/services\/rest\/record\/v1\/[^/]+).*$/, "$1");
}
