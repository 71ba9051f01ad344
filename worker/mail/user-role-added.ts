import type { NotificationPayload } from "../contract/notification-types.ts";
import { nameRoles } from "./membership-wording.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

export const userRoleAdded = (payload: NotificationPayload<"userRoleAdded">): MailMessage =>
  writeTo(payload, {
    subject: "You have a new role in CrunchBox",
    preheader: "Sign in again for the change to take effect.",
    title: "You have a new role",
    paragraphs: [
      [
        "You now have ",
        ...nameRoles(payload.roles, "a new role"),
        " at ",
        { strong: nameOrganization(payload.org?.name) },
        ".",
      ],
      "Sign in again for the change to take effect.",
      ...askSupport(payload, "If you did not expect this"),
    ],
    action: link("Open CrunchBox", payload.url),
  });
