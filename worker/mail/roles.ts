import type { NotificationPayload } from "../contract/notification-types.ts";
import { listRoles } from "../contract/people/role-labels.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameOrganization } from "./wording.ts";

type Membership = NotificationPayload<"userRoleAdded">;

/** "the role Buyer" or "the roles Buyer and User" with emphasised names; `none` without a role. */
const nameRoles = (roles: Membership["roles"] = [], none: string): (string | { strong: string })[] =>
  roles.length === 0 ? [none] : [roles.length === 1 ? "the role " : "the roles ", { strong: listRoles(roles) }];

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
