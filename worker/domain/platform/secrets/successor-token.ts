import { hmac } from "./keyed-hash.ts";

/**
 * The token for which another is exchanged: 256 bits that only who shows that one can get, and only from us. Shown again, as by
 * a second click, it leads to the same one; neither is stored anywhere (ADR-030).
 */
export const successorToken = async (pepper: string, token: string, purpose: string): Promise<string> =>
  Buffer.from(await hmac(pepper, `successor:1:${purpose}:${token}`)).toString("base64url");
