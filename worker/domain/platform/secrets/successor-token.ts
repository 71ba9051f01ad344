import { hmac } from "./keyed-hash.ts";

/**
 * The token that replaces another one, derived from the old token and the server's key. A repeated exchange, as by a
 * double click, gives the same token, and neither token is stored (ADR-030).
 */
export const successorToken = async (pepper: string, token: string, purpose: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `successor:1:${purpose}:${token}`)).toString("base64url");
