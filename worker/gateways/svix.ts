import { toBytes } from "./base64.ts";

/** `body` is the exact body; the other fields are the headers with the prefix `svix-`. */
export type SignedWebhook = { body: string; id: string; timestamp: string; signature: string };

const toleranceS = 300;

/**
 * Whether one of the comma-separated secrets signed the webhook, with a timestamp within 5 minutes of our clock
 * (https://docs.svix.com/receiving/verifying-payloads/how-manual). The signature is HMAC-SHA256 over id, timestamp and
 * body, keyed by the base64 after `whsec_`. During a rotation the header has several signatures; one match is enough.
 */
export async function isSignedBySvix(
  { body, id, timestamp, signature }: SignedWebhook,
  secrets: string,
): Promise<boolean> {
  const ageS = Date.now() / 1000 - Number(timestamp);
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || Math.abs(ageS) > toleranceS) return false;
  const signedBytes = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = signature
    .split(" ")
    .flatMap((each) => (each.startsWith("v1,") ? (toBytes(each.slice("v1,".length)) ?? []) : []));
  for (const secret of secrets.split(",")) {
    const bytes = toBytes(secret.trim().replace(/^whsec_/, ""));
    if (!bytes || bytes.length === 0) continue;
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const each of signatures) if (await crypto.subtle.verify("HMAC", key, each, signedBytes)) return true;
  }
  return false;
}
