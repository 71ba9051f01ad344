export { cleanUp } from "./clean-up.ts";
export { authorizeClient, exchangeCode } from "./hand-off.ts";
export { redirectTarget } from "./redirect-target.ts";
