const encoder = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

export async function hmac(secret: string, text: string): Promise<Uint8Array> {
  let key = keys.get(secret);
  if (!key) {
    key = crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    keys.set(secret, key);
  }
  return new Uint8Array(await crypto.subtle.sign("HMAC", await key, encoder.encode(text)));
}

/** The first 128 bits of the HMAC in hex, to store in place of a value that must not be in a table. */
export async function keyedHash(secret: string, text: string): Promise<string> {
  const digest = await hmac(secret, text);
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
