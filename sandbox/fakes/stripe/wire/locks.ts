/** How long a write is at work on its object at least. */
const busyMs = 2;

/**
 * Objects that a write is at work on. Another write to the same one is refused meanwhile, as the provider does when requests
 * for one object come at once (https://docs.stripe.com/rate-limits#object-lock-timeouts).
 */
export class Locks {
  #held = new Set<string>();

  /** Works alone on what the request names; undefined when somebody else is at it. */
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

/** The invoice or subscription that a request changes, if it names one. */
export function lockedBy(method: string, path: string, form: { [name: string]: unknown }): string | undefined {
  if (method === "GET") return undefined;
  const named = /^\/v1\/(?:invoices|subscriptions)\/([^/]+)/.exec(path)?.[1];
  if (named) return named;
  return path === "/v1/invoiceitems" && typeof form["invoice"] === "string" ? form["invoice"] : undefined;
}
