import { toBytes } from "../base64.ts";

/** `body` is the form, `url` the full configured address. */
export type TwilioWebhook = { body: string; url: string; signature: string };

/** Twilio signs the address with or without its port (RequestValidator of its libraries tries both). */
function urlVariants(address: string): string[] {
  const url = new URL(address);
  const defaultPort = url.protocol === "https:" ? "443" : "80";
  const rest = url.pathname + url.search;
  const withPort = `${url.protocol}//${url.hostname}:${url.port || defaultPort}${rest}`;
  return [...new Set([address, withPort, `${url.protocol}//${url.hostname}${rest}`])];
}

/**
 * HMAC-SHA1, keyed by the account's token, over the address and the fields in the order of their names
 * (https://www.twilio.com/docs/usage/security#validating-requests). The signature has no timestamp, so handlers must be
 * idempotent.
 */
export async function isSignedByTwilio({ body, url, signature }: TwilioWebhook, token: string): Promise<boolean> {
  const bytes = toBytes(signature);
  if (!bytes || bytes.length !== 20 || token === "") return false;
  const fields = new URLSearchParams(body);
  const text = [...new Set(fields.keys())]
    .toSorted()
    .flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => name + value))
    .join("");
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, ["verify"]);
  for (const each of urlVariants(url))
    if (await crypto.subtle.verify("HMAC", key, bytes, encoder.encode(each + text))) return true;
  return false;
}
