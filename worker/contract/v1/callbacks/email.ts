import { done, endpoint } from "../../endpoint.ts";

export const receiveEmailEvent = endpoint({
  method: "POST",
  path: "/v1/callbacks/email",
  access: "email-signature",
  status: 200,
  reply: done,
  errors: [],
  tag: "Callbacks",
  summary: "Takes what the e-mail provider tells of a message: delivered, bounced, complained about, suppressed",
  description:
    "The raw event with the headers Svix-Id, Svix-Timestamp and Svix-Signature. An address from which mail came back is marked until a mail arrives there again; other events are accepted without effect.",
});
