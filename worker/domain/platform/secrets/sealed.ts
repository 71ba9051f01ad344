import { hmac } from "./keyed-hash.ts";
import type { Peppers } from "./verification-code.ts";

const nonceBytes = 12;

/** AES-256-GCM under a key derived from the pepper, which the database does not have. */
const deriveKey = async (pepper: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new Uint8Array(await hmac(pepper, "seal:1")), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);

const cipherParameters = (nonce: Uint8Array<ArrayBuffer>, subject: string) => ({
  name: "AES-GCM",
  iv: nonce,
  additionalData: new TextEncoder().encode(subject),
});

/** Encrypts a secret of `subject`, such as a user id, in hex; it opens for this subject alone. */
export async function seal(pepper: string, subject: string, secret: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const sealed = await crypto.subtle.encrypt(cipherParameters(nonce, subject), await deriveKey(pepper), secret);
  return Buffer.concat([nonce, Buffer.from(sealed)]).toString("hex");
}

/** An id of a pepper's key, to find values that an earlier key sealed. */
export const sealKeyId = async (pepper: string): Promise<string> =>
  Buffer.from((await hmac(pepper, "seal-key-id:1")).subarray(0, 4)).toString("hex");

/** Decrypts with the current or the previous key; undefined if neither fits. `is_old`: the previous key sealed it. */
export async function unseal(
  { CODE_PEPPER, CODE_PEPPER_PREVIOUS }: Peppers,
  subject: string,
  sealed: string,
): Promise<{ secret: Uint8Array<ArrayBuffer>; is_old: boolean } | undefined> {
  const bytes = Uint8Array.from(Buffer.from(sealed, "hex"));
  const parameters = cipherParameters(bytes.subarray(0, nonceBytes), subject);
  for (const pepper of [CODE_PEPPER, CODE_PEPPER_PREVIOUS]) {
    if (pepper === "") continue;
    const opened = await crypto.subtle
      .decrypt(parameters, await deriveKey(pepper), bytes.subarray(nonceBytes))
      .catch(() => undefined);
    if (opened) return { secret: new Uint8Array(opened), is_old: pepper !== CODE_PEPPER };
  }
  return undefined;
}
