export { cleanUp } from "./clean-up.ts";
export { requestSignInCode } from "./request-sign-in-code.ts";
export { signIn } from "./sign-in.ts";
