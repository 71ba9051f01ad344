import { createHmac } from "node:crypto";

/** Not secret: what it signs never leaves this machine. */
export const webhookSecret = `whsec_${Buffer.from("the sandbox's inbox signs by this").toString("base64")}`;

/**
 * The headers of a webhook of Svix, by which Resend sends: an HMAC-SHA256 over id, time and body, keyed by the base64 part
 * of the secret (https://docs.svix.com/receiving/verifying-payloads/how-manual). `timestamp` is in seconds.
 */
export function svixHeaders(id: string, timestamp: number, body: string, secret = webhookSecret) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "svix-id": id, "svix-timestamp": String(timestamp), "svix-signature": `v1,${signature}` };
}
