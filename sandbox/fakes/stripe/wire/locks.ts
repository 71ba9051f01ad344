/** Milliseconds at least. */
const busyMs = 2;

/** A concurrent write to a locked object is refused (https://docs.stripe.com/rate-limits#object-lock-timeouts). */
export class Locks {
  #held = new Set<string>();

  /** Undefined if it is already locked. */
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

/** Invoice or subscription that a request changes. */
export function lockedBy(method: string, path: string, form: { [name: string]: unknown }): string | undefined {
  if (method === "GET") return undefined;
  const named = /^\/v1\/(?:invoices|subscriptions)\/([^/]+)/.exec(path)?.[1];
  if (named) return named;
  return path === "/v1/invoiceitems" && typeof form["invoice"] === "string" ? form["invoice"] : undefined;
}
