import { nodeCrypto } from "./node-crypto.ts";

const encoder = new TextEncoder();

/** 256 random bits in base64url: sessions, verification cookies, authorization codes (O-036). */
export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

/** Uses Web Crypto, because on workerd its digest costs a third of that of `node:crypto`. */
export async function sha256(text: string, encoding: "hex" | "base64url"): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", encoder.encode(text))).toString(encoding);
}

export const tokenHash = (token: string): Promise<string> => sha256(token, "hex");

/** Constant-time comparison. */
export function isEqual(a: string, b: string): boolean {
  const left = encoder.encode(a);
  const right = encoder.encode(b);
  return left.length === right.length && nodeCrypto().timingSafeEqual(left, right);
}
