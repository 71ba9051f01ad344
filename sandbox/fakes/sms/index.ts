import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { type SandboxEnv, observe } from "../service.ts";
import { smsControls } from "./controls.ts";
import { smsSection } from "./page.ts";
import { smsProtocol } from "./protocol.ts";
import { TextMessages } from "./state.ts";

/** Public, because it is part of every URL. */
const accountSid = `AC${"5a".repeat(16)}`;

export function createSms({ dataDir, secrets, url, publicUrl, calls, faults }: FakeContext): Fake {
  const messages = new TextMessages(dataDir);
  const account = {
    sid: accountSid,
    token: secrets.sms_auth_token,
    number: "+15005550006",
    sms_url: `${publicUrl}/v1/callbacks/sms`,
  };
  return {
    routes: new Hono<SandboxEnv>()
      .use("/sms/*", observe("sms", calls, faults))
      .route("/sms", smsProtocol(account, messages))
      .route("/", smsControls(messages, account)),
    settings: () => ({
      SMS_API_URL: `${url()}/sms`,
      SMS_ACCOUNT_SID: accountSid,
      SMS_AUTH_TOKEN: secrets.sms_auth_token,
      SMS_FROM: account.number,
    }),
    page: smsSection,
  };
}
