import { endpoint } from "../../endpoint.ts";

export const receiveTextMessage = endpoint({
  method: "POST",
  path: "/v1/callbacks/sms",
  access: "sms-signature",
  status: 200,
  reply_type: "text/xml",
  errors: [],
  tag: "Callbacks",
  summary: "Receives a text message sent to the shop's number, or the delivery status of a sent one",
  description:
    "Twilio's form with the header X-Twilio-Signature. STOP, STOPALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE and OPTOUT turn text messages to the number off, START, UNSTOP and YES turn them back on; anything else is accepted without effect. Twilio replies to the sender. A form with MessageStatus is the delivery status of the message that `?sending=` names.",
});
