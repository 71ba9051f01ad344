/** Milliseconds that a write takes at least, so that concurrent writes meet the lock. */
const busyMs = 2;

/** Refuses a concurrent write to a locked object (https://docs.stripe.com/rate-limits#object-lock-timeouts). */
export class Locks {
  #held = new Set<string>();

  /** Returns undefined if the object is locked. */
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

/** The invoice or subscription that a request changes. */
export function findLockedId(method: string, path: string, form: { [name: string]: unknown }): string | undefined {
  if (method === "GET") return undefined;
  const pathId = /^\/v1\/(?:invoices|subscriptions)\/([^/]+)/.exec(path)?.[1];
  if (pathId) return pathId;
  return path === "/v1/invoiceitems" && typeof form["invoice"] === "string" ? form["invoice"] : undefined;
}
