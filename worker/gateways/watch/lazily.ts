type Method = (...input: never[]) => Promise<unknown>;

/**
 * A gateway that is imported at its first call, because most isolates never use it and some gateways include an SDK.
 * All members must be asynchronous methods.
 */
export function createLazyGateway<G extends Record<keyof G, Method>>(load: () => Promise<G>): G {
  let gateway: G | undefined;
  const target = {} as G; // as: the proxy implements every method
  return new Proxy(target, {
    get: (_, name) => {
      // A `then` member would make `await` treat the gateway as a promise.
      if (typeof name !== "string" || name === "then") return undefined;
      return async (...input: never[]) => {
        gateway ??= await load();
        return gateway[name as keyof G](...input);
      };
    },
  });
}
