import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, printInstant } from "./wording.ts";

export const emailChanged = (payload: NotificationPayload<"emailChanged">): MailMessage => ({
  subject: "Your CrunchBox email address was changed",
  preheader: "If this was not you, write to support now.",
  title: "Your email address was changed",
  paragraphs: [
    greet(payload),
    "The email address of your CrunchBox account was changed. From now on, sign in with the new address.",
    [{ strong: "If this was not you," }, " write to ", { strong: payload.support_email }, " now."],
  ],
  facts: [
    ["Old address", payload.old_email],
    ["New address", payload.new_email],
    ["Changed", printInstant(payload.changed_at)],
  ],
});
