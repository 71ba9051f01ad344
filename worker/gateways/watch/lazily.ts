type Method = (...input: never[]) => Promise<unknown>;

/**
 * A gateway that is imported with its first call: most isolates never ask it, and some come with a whole SDK. Only for one of
 * which everything is an asynchronous method.
 */
export function lazily<G extends Record<keyof G, Method>>(load: () => Promise<G>): G {
  let gateway: G | undefined;
  const target = {} as G; // the proxy answers for every method of it
  return new Proxy(target, {
    get: (_, name) => {
      // what has a `then` would be waited for where it is handed on
      if (typeof name !== "string" || name === "then") return undefined;
      return async (...input: never[]) => {
        gateway ??= await load();
        return gateway[name as keyof G](...input); // as the types say: there is nothing else to ask for
      };
    },
  });
}
