import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, nameOrganization } from "./wording.ts";

export const accountRequestReceived = (payload: NotificationPayload<"accountRequestReceived">): MailMessage => ({
  subject: "We received your account request",
  preheader: "We will review it and write to you with the result.",
  title: "Your request was received",
  paragraphs: [
    greet(payload),
    ["You asked for a CrunchBox account for ", { strong: nameOrganization(payload.org_name) }, "."],
    "We will review the request and write to this address with the result. There is nothing you need to do until then.",
  ],
  footnote: "If you did not ask for an account, ignore this message. No account exists until a request is approved.",
});
