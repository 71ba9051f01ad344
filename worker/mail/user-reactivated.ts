import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const userReactivated = (payload: NotificationPayload<"userReactivated">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox account is active again",
    preheader: "You can sign in with your email address and password.",
    title: "Your account is active again",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " was reactivated."],
      "Sign in with your email address and the password you had. If you forgot it, use Forgot Password on the sign-in page.",
      ...askSupport(payload, "If you did not expect this"),
    ],
    action: link("Open CrunchBox", payload.url),
  });
