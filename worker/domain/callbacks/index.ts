export { deleteOldWebhookEvents } from "./delete-old-webhook-events.ts";
export { getCallback, listCallbacks, retryCallback } from "./given-up.ts";
export { processEvents, receiveCallback } from "./events.ts";
export { reconcile } from "./reconcile.ts";
export { bringInLine, bringOneInLine } from "./bring-in-line.ts";
