export { deleteOldSignInCodes } from "./delete-old-sign-in-codes.ts";
export { requestSignInCode } from "./request-sign-in-code.ts";
export { signIn } from "./sign-in.ts";
