import type { NotificationPayload } from "../contract/notification-types.ts";
import { listRoles } from "../contract/people/role-labels.ts";
import { singleTemplate } from "./template.ts";
import { nameOrganization } from "./wording.ts";

type Membership = NotificationPayload<"userRoleAdded">;

const fields = ({ roles = [], org }: Membership) => ({
  roles: roles.length > 0 ? listRoles(roles) : undefined,
  the_role: roles.length > 1 ? "the roles" : "the role",
  organization: nameOrganization(org?.name),
});

export const userRoleAdded = singleTemplate<Membership>({
  name: "Role added",
  text: {
    subject: "You have a new role in CrunchBox",
    preheader: "Sign in again for the change to take effect.",
    title: "You have a new role",
    body: `You now have [[{{the_role}} **{{roles}}**|a new role]] at **{{organization}}**.

Sign in again for the change to take effect.

If you did not expect this, write to {{support_email}}.`,
    action: "Open CrunchBox",
  },
  fields,
  parts: ({ url }) => ({ url }),
});

export const userRoleRemoved = singleTemplate<NotificationPayload<"userRoleRemoved">>({
  name: "Role removed",
  text: {
    subject: "One of your CrunchBox roles was removed",
    preheader: "What the role allowed is no longer available to you.",
    title: "A role was removed",
    body: `You no longer have [[{{the_role}} **{{roles}}**|one of your roles]] at **{{organization}}**. You may have to sign in again.

If you still need it, ask an organization manager of your organization.

If you think this is a mistake, write to {{support_email}}.`,
  },
  fields,
});
