import { endpoint } from "../../endpoint.ts";

export const receiveTextMessage = endpoint({
  method: "POST",
  path: "/v1/callbacks/sms",
  access: "sms-signature",
  status: 200,
  reply_type: "text/xml",
  errors: [],
  tag: "Callbacks",
  summary: "Takes a text message that was sent to the shop's number",
  description:
    "Twilio's form with the header X-Twilio-Signature. STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE and OPTOUT end text messages to the number, START, UNSTOP and YES bring them back; anything else is accepted without effect. Twilio itself answers the sender.",
});
