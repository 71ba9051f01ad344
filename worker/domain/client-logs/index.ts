export { deleteOldClientLogs } from "./delete-old-client-logs.ts";
export { type ClientError, getClientError, listClientErrors } from "./list-client-errors.ts";
export { takeClientLog } from "./take-client-log.ts";
