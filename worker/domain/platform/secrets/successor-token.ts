import { hmac } from "./keyed-hash.ts";

/**
 * The token that replaces another token: 256 bits that only the holder of the old token can get, and only from us. A
 * repeated exchange, as by a double click, gives the same token; neither token is stored (ADR-030).
 */
export const successorToken = async (pepper: string, token: string, purpose: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `successor:1:${purpose}:${token}`)).toString("base64url");
