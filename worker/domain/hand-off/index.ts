export { authorizeClient } from "./authorize-client.ts";
export { deleteOldAuthorizationCodes } from "./delete-old-authorization-codes.ts";
export { redirectTarget } from "./redirect-target.ts";
export { createTokenPair } from "./token-pair.ts";
