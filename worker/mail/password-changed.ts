import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, printInstant } from "./wording.ts";

export const passwordChanged = (payload: NotificationPayload<"passwordChanged">): MailMessage => ({
  subject: "Your CrunchBox password was changed",
  preheader: "If this was not you, write to support now.",
  title: "Your password was changed",
  paragraphs: [
    greet(payload),
    "The password of your CrunchBox account was changed. If this was you, there is nothing to do.",
    [
      { strong: "If this was not you," },
      " reset your password with Forgot Password on the sign-in page and write to ",
      { strong: payload.support_email },
      " now.",
    ],
  ],
  facts: [["Changed", printInstant(payload.changed_at)]],
});
