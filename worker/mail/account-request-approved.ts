import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, nameOrganization } from "./wording.ts";

export const accountRequestApproved = (payload: NotificationPayload<"accountRequestApproved">): MailMessage => ({
  subject: "Your account request was approved",
  preheader: "A separate message has the link to choose your password.",
  title: "Your request was approved",
  paragraphs: [
    greet(payload),
    ["Your request for a CrunchBox account for ", { strong: nameOrganization(payload.org.name) }, " was approved."],
    "A separate message to this address has the link to choose your password. After that you can sign in.",
    "If it does not arrive within an hour, look in your spam folder, or enter this address under Forgot Password on the sign-in page to get a new link.",
  ],
  footnote: "If you did not ask for an account, ignore both messages. Nobody can sign in until a password is chosen.",
});
