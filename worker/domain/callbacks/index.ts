export { processEvents, receiveCallback } from "./events.ts";
export { reconcile } from "./reconcile.ts";
