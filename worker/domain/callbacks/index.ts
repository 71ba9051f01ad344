export { processEvents, receiveEvent } from "./events.ts";
export { reconcile } from "./reconcile.ts";
