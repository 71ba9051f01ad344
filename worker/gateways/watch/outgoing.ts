import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The request or job on whose behalf a provider is called, for providers that take an id of ours in a header. Gateways live
 * as long as the isolate, so their methods do not know it.
 */
export const outgoing = new AsyncLocalStorage<{ request_id: string }>();
