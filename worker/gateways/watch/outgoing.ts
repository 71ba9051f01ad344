import { AsyncLocalStorage } from "node:async_hooks";

type Invocation = {
  /** For providers that accept our id in a header. */
  request_id: string;
  /** Sends when a connection of the invocation is free (worker/connections.ts). */
  inTurn<T>(send: () => Promise<T>): Promise<T>;
};

/** The request or job that calls a provider, kept in async storage because gateways live as long as the isolate. */
export const invocationStorage = new AsyncLocalStorage<Invocation>();

/** Runs `send` when a connection is free, at once outside the worker. Time limits begin in `send`. */
export const inTurn = <T>(send: () => Promise<T>): Promise<T> => invocationStorage.getStore()?.inTurn(send) ?? send();
