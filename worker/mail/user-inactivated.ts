import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const userInactivated = (payload: NotificationPayload<"userInactivated">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox account was deactivated",
    preheader: "You cannot sign in until it is reactivated.",
    title: "Your account was deactivated",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " was deactivated."],
      "You are signed out everywhere and cannot sign in until it is reactivated. Orders and subscriptions of your organization stay as they are.",
      "If you still need access, ask an organization manager of your organization.",
      ...askSupport(payload, "If you think this is a mistake"),
    ],
  });
