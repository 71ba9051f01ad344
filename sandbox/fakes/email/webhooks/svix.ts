import { createHmac } from "node:crypto";

/** Public, because the signed requests never leave this machine. */
export const webhookSecret = `whsec_${Buffer.from("the sandbox's inbox signs by this").toString("base64")}`;

/**
 * Signs with HMAC-SHA256 over id, time and body, keyed by the base64 part of the secret
 * (https://docs.svix.com/receiving/verifying-payloads/how-manual). `timestamp` is in seconds.
 */
export function buildSvixHeaders(id: string, timestamp: number, body: string, secret = webhookSecret) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": String(timestamp), "svix-signature": `v1,${signature}` };
}
