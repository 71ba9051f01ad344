import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import { postToStore } from "./incoming/tell-store.ts";
import type { TextMessage, TextMessages } from "./state.ts";

/** `sms_url` receives incoming messages. */
type Account = { sid: string; token: string; number: string; sms_url: string };

const maxChars = 1600;
/** Test numbers (https://www.twilio.com/docs/iam/test-credentials). */
const failingRecipients: Record<string, [code: number, message: string]> = {
  "+15005550001": [21211, "Invalid 'To' Phone Number: +15005550001"],
  "+15005550002": [21612, "The 'To' phone number: +15005550002, is not currently reachable via SMS"],
  "+15005550003": [21408, "Permission to send an SMS has not been enabled for the region indicated by the 'To' number"],
  "+15005550004": [21610, "Attempt to send to unsubscribed recipient"],
  "+15005550009": [21614, "'To' number is not a valid mobile number"],
};
const failingSenders: Record<string, [code: number, message: string]> = {
  "+15005550001": [21212, "Invalid From Number (caller ID): +15005550001"],
  "+15005550007": [21606, "The 'From' phone number +15005550007 is not a valid, SMS-capable inbound phone number"],
  "+15005550008": [21611, "This 'From' number has exceeded the maximum number of queued messages"],
};

/**
 * The part of Twilio's API that the store and the doctor use: messages, the account and its numbers, with Twilio's
 * error codes (twilio.com/docs/api/errors).
 */
export function smsProtocol(account: Account, messages: TextMessages) {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString("base64")}`;
  const routes = new Hono<SandboxEnv>().use("/2010-04-01/Accounts/:sid/*", async (c, next) => {
    if (c.req.header("authorization") === authorization && c.req.param("sid").replace(/\.json$/, "") === account.sid)
      return next();
    return failure(401, 20003, "Authenticate");
  });
  // https://www.twilio.com/docs/iam/api/account
  routes.get("/2010-04-01/Accounts/:file{AC[0-9a-f]+\\.json}", (c) =>
    c.json({ sid: account.sid, status: messages.status, type: messages.type, friendly_name: "CrunchBox" }),
  );
  // https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource
  routes.get("/2010-04-01/Accounts/:sid/IncomingPhoneNumbers.json", (c) => {
    const isOurs = c.req.query("PhoneNumber") === account.number;
    const number = { phone_number: account.number, sms_url: account.sms_url, sms_method: "POST" };
    return c.json({ incoming_phone_numbers: isOurs ? [number] : [], page: 0, page_size: 50 });
  });
  return routes.post("/2010-04-01/Accounts/:sid/Messages.json", async (c) => {
    // One cause of 20003 is "Account is suspended or closed" (https://www.twilio.com/docs/api/errors/20003).
    if (messages.status !== "active") return failure(401, 20003, "Authenticate");
    const form = new URLSearchParams(await c.req.text());
    const [to, from, text] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Body") ?? ""];
    if (!to) return failure(400, 21604, "A 'To' phone number is required.");
    if (!from) return failure(400, 21603, "A 'From' phone number is required.");
    if (!text) return failure(400, 21602, "Message body is required.");
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return failure(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    const testFailure = failingSenders[from] ?? failingRecipients[to];
    if (testFailure) return failure(400, ...testFailure);
    if (messages.hasStopped(to)) return failure(400, 21610, "Attempt to send to unsubscribed recipient");
    if (text.length > maxChars) {
      return failure(400, 21617, `The concatenated message body exceeds the ${maxChars} character limit`);
    }
    const message: TextMessage = {
      id: `SM${randomBytes(16).toString("hex")}`,
      to,
      from,
      text,
      created_at: new Date().toISOString(),
    };
    messages.accept(message);
    const statusCallback = form.get("StatusCallback");
    if (statusCallback) setImmediate(() => void reportStatus(statusCallback, account, message, messages));
    return c.json(toReply(message, account.sid), 201);
  });
}

/**
 * Posts the statuses that follow `queued` (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status).
 */
async function reportStatus(url: string, account: Account, { id, to, from }: TextMessage, messages: TextMessages) {
  // Carriers of the United States block a number without an A2P 10DLC campaign
  // (https://www.twilio.com/docs/api/errors/30034).
  const statuses = ["sent", messages.blocked.has(to) ? "undelivered" : "delivered"];
  for (const status of statuses) {
    const fields = {
      AccountSid: account.sid,
      MessageSid: id,
      SmsSid: id,
      SmsStatus: status,
      MessageStatus: status,
      To: to,
      From: from,
      ...(status === "undelivered" ? { ErrorCode: "30034" } : {}),
    };
    await postToStore(url, fields, account.token).catch(() => undefined);
  }
}

function toReply(message: TextMessage, accountSid: string) {
  return {
    sid: message.id,
    account_sid: accountSid,
    api_version: "2010-04-01",
    body: message.text,
    date_created: new Date(message.created_at).toUTCString(),
    date_sent: null,
    date_updated: new Date(message.created_at).toUTCString(),
    direction: "outbound-api",
    error_code: null,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: "0",
    num_segments: "1",
    price: null,
    price_unit: "USD",
    status: "queued",
    to: message.to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.id}.json`,
  };
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, { status });
}
