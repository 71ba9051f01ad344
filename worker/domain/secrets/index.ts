export { verificationCode, verificationUrl } from "./verification-code.ts";
export { keyedHash } from "./keyed-hash.ts";
export { isEqual, newToken, sha256 } from "./tokens.ts";
export { hashPassword, isRightPassword, oneAtATime } from "./passwords.ts";
