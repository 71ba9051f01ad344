export { verificationCode, verificationUrl } from "./verification-code.ts";
export { oneAtATime } from "./one-at-a-time.ts";
export { keyedHash } from "./keyed-hash.ts";
export { isEqual, newToken, tokenHash } from "./tokens.ts";
export { hashPassword, isRightPassword } from "./passwords.ts";
