import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, nameOrganization } from "./wording.ts";

export const accountRequestRejected = (payload: NotificationPayload<"accountRequestRejected">): MailMessage => ({
  subject: "Your account request was not approved",
  preheader: "No account was created. Here is what you can do.",
  title: "Your request was not approved",
  paragraphs: [
    greet(payload),
    [
      "We reviewed your request for a CrunchBox account for ",
      { strong: nameOrganization(payload.org_name) },
      " and did not approve it. No account was created.",
    ],
    "You can send a new request. The serial number of a CGX device helps us to identify your organization.",
    ...(payload.support_email ? [`If you think this is a mistake, write to ${payload.support_email}.`] : []),
  ],
  footnote: "If you did not ask for an account, ignore this message.",
});
