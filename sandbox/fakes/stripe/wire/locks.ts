/** Minimum duration of a write's lock. */
const busyMs = 2;

/**
 * Locked objects: a concurrent write to one is rejected, as the provider does
 * (https://docs.stripe.com/rate-limits#object-lock-timeouts).
 */
export class Locks {
  #held = new Set<string>();

  /** Runs `work` with the object locked; undefined if it is already locked. */
  async alone<T>(id: string | undefined, work: () => T): Promise<T | undefined> {
    if (id === undefined) return work();
    if (this.#held.has(id)) return undefined;
    this.#held.add(id);
    try {
      await new Promise((resolve) => setTimeout(resolve, busyMs));
      return work();
    } finally {
      this.#held.delete(id);
    }
  }
}

/** Invoice or subscription changed by a request, if any. */
export function lockedBy(method: string, path: string, form: { [name: string]: unknown }): string | undefined {
  if (method === "GET") return undefined;
  const named = /^\/v1\/(?:invoices|subscriptions)\/([^/]+)/.exec(path)?.[1];
  if (named) return named;
  return path === "/v1/invoiceitems" && typeof form["invoice"] === "string" ? form["invoice"] : undefined;
}
