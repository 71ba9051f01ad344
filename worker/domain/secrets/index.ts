export { type FileClaims, fileToken, readFileToken } from "./file-token.ts";
export {
  derivedToken,
  isStopToken,
  isVerificationCode,
  stopUrl,
  verificationCode,
  verificationUrl,
} from "./verification-code.ts";
export { isUnsubscribeToken, unsubscribeUrl } from "./unsubscribe-token.ts";
export { oneAtATime } from "./one-at-a-time.ts";
export { keyedHash } from "./keyed-hash.ts";
export { successorToken } from "./successor-token.ts";
export { isEqual, newToken, sha256, tokenHash } from "./tokens.ts";
export { Sha256 } from "./sha256.ts";
export { hashPassword, isRightPassword } from "./passwords.ts";
