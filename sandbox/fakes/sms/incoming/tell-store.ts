import { createHmac, randomBytes } from "node:crypto";

export const stopWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
export const startWords = ["START", "UNSTOP", "YES"];

interface Endpoint {
  /** The store's webhook. */
  url: string;
  account: { sid: string; token: string };
  to: string;
}

/** Signs the URL and the sorted fields by HMAC (https://www.twilio.com/docs/usage/security). */
export function signRequest(url: string, fields: Record<string, string>, token: string): string {
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => name + fields[name])
    .join("");
  return createHmac("sha1", token)
    .update(url + text)
    .digest("base64");
}

export async function notifyStore({ url, account, to }: Endpoint, from: string, text: string): Promise<number> {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const fields = {
    AccountSid: account.sid,
    ApiVersion: "2010-04-01",
    Body: text,
    From: from,
    To: to,
    MessageSid: sid,
    SmsMessageSid: sid,
    SmsSid: sid,
    NumMedia: "0",
    NumSegments: "1",
    SmsStatus: "received",
  };
  return postToStore(url, fields, account.token);
}

export async function postToStore(url: string, fields: Record<string, string>, token: string): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": "TwilioProxy/1.1",
      "x-twilio-signature": signRequest(url, fields, token),
    },
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
  });
  await response.body?.cancel();
  return response.status;
}
