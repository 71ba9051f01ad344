/** A webhook as it came in: `body` byte for byte, the rest from the headers of the same names behind `svix-`. */
export type SignedWebhook = { body: string; id: string; timestamp: string; signature: string };

const toleranceS = 300;

const toBytes = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * Whether one of the secrets signed a webhook at most 5 minutes ago, by a clock that is not ahead of ours by more either
 * (https://docs.svix.com/receiving/verifying-payloads/how-manual): HMAC-SHA256 over id, time and body, keyed by the base64 of a secret
 * behind `whsec_`. Several signatures come while a secret is being replaced; one that fits is enough. `secrets` are separated by commas.
 */
export async function isSignedBySvix(
  { body, id, timestamp, signature }: SignedWebhook,
  secrets: string,
): Promise<boolean> {
  const ageS = Date.now() / 1000 - Number(timestamp);
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || Math.abs(ageS) > toleranceS) return false;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = signature
    .split(" ")
    .flatMap((each) => (each.startsWith("v1,") ? (toBytes(each.slice("v1,".length)) ?? []) : []));
  for (const secret of secrets.split(",")) {
    const bytes = toBytes(secret.trim().replace(/^whsec_/, ""));
    if (!bytes || bytes.length === 0) continue;
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    // verify compares in constant time.
    for (const each of signatures) if (await crypto.subtle.verify("HMAC", key, each, signed)) return true;
  }
  return false;
}
