import { Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import type { TextMessages } from "./state.ts";

/** The text messages that were accepted (`/sms.json?to=`), newest first. */
export function smsControls(messages: TextMessages) {
  return new Hono<SandboxEnv>().get("/sms.json", (c) => c.json(messages.list(c.req.query("to"))));
}
