import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { TextMessage, TextMessages } from "./state.ts";

const charsMax = 1600;

/** Twilio's `POST /2010-04-01/Accounts/{sid}/Messages.json`, with its error codes (twilio.com/docs/api/errors). */
export function smsProtocol(account: { sid: string; token: string }, messages: TextMessages) {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString("base64")}`;
  return new Hono<SandboxEnv>().post("/2010-04-01/Accounts/:sid/Messages.json", async (c) => {
    if (c.req.header("authorization") !== authorization || c.req.param("sid") !== account.sid) {
      return failure(401, 20003, "Authenticate");
    }
    const form = new URLSearchParams(await c.req.text());
    const [to, from, text] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Body") ?? ""];
    if (!to) return failure(400, 21604, "A 'To' phone number is required.");
    if (!from) return failure(400, 21603, "A 'From' phone number is required.");
    if (!text) return failure(400, 21602, "Message body is required.");
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return failure(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if (text.length > charsMax) {
      return failure(400, 21617, `The concatenated message body exceeds the ${charsMax} character limit`);
    }
    const message: TextMessage = {
      id: `SM${randomBytes(16).toString("hex")}`,
      to,
      from,
      text,
      created_at: new Date().toISOString(),
    };
    messages.accept(message);
    return c.json(toReply(message, account.sid), 201);
  });
}

function toReply(message: TextMessage, sid: string) {
  return {
    sid: message.id,
    account_sid: sid,
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
    uri: `/2010-04-01/Accounts/${sid}/Messages/${message.id}.json`,
  };
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, { status });
}
