export { authorizeClient } from "./authorize-client.ts";
export { cleanUp } from "./clean-up.ts";
export { redirectTarget } from "./redirect-target.ts";
export { createTokenPair } from "./token-pair.ts";
