import { AsyncLocalStorage } from "node:async_hooks";

/**
 * For providers that take an id of ours in a header. Gateways live as long as the isolate, so their methods do not know
 * the request or job.
 */
export const outgoing = new AsyncLocalStorage<{ request_id: string }>();
