export { cleanUp } from "./clean-up.ts";
export { type ClientError, getClientError, listClientErrors } from "./list-client-errors.ts";
export { takeClientLog } from "./take-client-log.ts";
