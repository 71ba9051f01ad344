export { getCallback, listCallbacks, retryCallback } from "./given-up.ts";
export { processEvents, receiveCallback } from "./events.ts";
export { reconcile, reconcilePage } from "./reconcile.ts";
