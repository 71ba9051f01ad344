import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random id: `randomId("in")` is `in_1R...` with 24 characters after the prefix. */
export function randomId(prefix: string, length = 24): string {
  let text = "";
  for (const byte of randomBytes(length)) text += alphabet[byte % alphabet.length];
  return `${prefix}_${text}`;
}
