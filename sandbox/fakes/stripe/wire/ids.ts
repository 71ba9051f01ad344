import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random id: `randomId("in")` is `in_` with 24 characters after it. */
export function randomId(prefix: string, length = 24): string {
  let text = "";
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length];
  return `${prefix}_${text}`;
}
