import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const welcome = (payload: NotificationPayload<"welcome">): MailMessage =>
  writeTo(payload, {
    subject: "Welcome to CrunchBox",
    preheader: "Your account is ready.",
    title: "Welcome to CrunchBox",
    paragraphs: [
      ["Your CrunchBox account at ", { strong: nameOrganization(payload.org?.name) }, " is ready."],
      "Here your organization buys CGX devices and software, and follows its orders, subscriptions and invoices. What you can do depends on your roles.",
      ...askSupport(payload, "If you have a question"),
    ],
    action: link("Open CrunchBox", payload.url),
  });
