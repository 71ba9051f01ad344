import { emptyReply, endpoint } from "../../endpoint.ts";

export const receiveEmailEvent = endpoint({
  method: "POST",
  path: "/v1/callbacks/email",
  access: "email-signature",
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Callbacks",
  summary: "Receives delivery events of the email provider: delivered, bounced, complained, suppressed, failed",
  description:
    "Raw event with the headers Svix-Id, Svix-Timestamp and Svix-Signature. A bounced address is marked until an email is delivered there again. A failed email is sent again later; while its batch is unanswered, the event is refused with 429 and must be repeated. Other events are accepted without effect.",
});
