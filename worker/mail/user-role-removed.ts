import type { NotificationPayload } from "../contract/notification-types.ts";
import { nameRoles } from "./membership-wording.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const userRoleRemoved = (payload: NotificationPayload<"userRoleRemoved">): MailMessage =>
  writeTo(payload, {
    subject: "A role of yours in CrunchBox was removed",
    preheader: "What the role allowed is no longer available to you.",
    title: "A role was removed",
    paragraphs: [
      [
        "You no longer have ",
        ...nameRoles(payload.roles, "one of your roles"),
        " at ",
        { strong: nameOrganization(payload.org?.name) },
        ". You may have to sign in again.",
      ],
      "If you still need it, ask an organization manager of your organization.",
      ...askSupport(payload, "If you think this is a mistake"),
    ],
  });
