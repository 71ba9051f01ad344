import type { MailPayload } from "../contract/notification-types.ts";
import { roleNames } from "../contract/people/role-labels.ts";
import { leastRoleWith } from "../contract/people/permissions.ts";
import { listFacts } from "./sendable.ts";
import { variants } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

type Wish = MailPayload<"roleWish">;

const sharedTemplate = {
  fields: ({ asker_name, org_name, permission, product }: Wish) => ({
    asked_by: toLine(asker_name),
    organization: nameOrganization(org_name),
    roles: roleNames[leastRoleWith(permission)],
    product: product && toLine(product, 200),
  }),
  parts: ({ asker_name, asker_email, org_name, permission, product, url }: Wish) => ({
    facts: listFacts([
      ["Asked by", `${toLine(asker_name)}, ${asker_email}`],
      ["Organization", nameOrganization(org_name)],
      ["Role", roleNames[leastRoleWith(permission)]],
      ["Wants to buy", product],
    ]),
    url,
  }),
};

export const roleWish = variants<Wish, "colleague" | "support">(
  ({ is_for_support }) => (is_for_support ? "support" : "colleague"),
  {
    colleague: {
      ...sharedTemplate,
      name: "Colleague asks for a role",
      text: {
        subject: "{{asked_by}} asks for the role {{roles}}[[ to buy {{product}}]]",
        preheader: "You manage the people of {{organization}}.",
        title: "A colleague needs a role",
        body: `**{{asked_by}}** cannot do this at **{{organization}}** without the role **{{roles}}**.

[[To order **{{product}}** yourself, find it in the store. ]]To give the role, tick it on their page.`,
        action: "Choose their roles",
        footnote: "You get this because you manage your organization. Each user can ask once a day.",
      },
    },
    support: {
      ...sharedTemplate,
      name: "Customer asks for a role",
      text: {
        subject: "{{asked_by}} of {{organization}} asks for the role {{roles}}",
        preheader: "Nobody manages this organization.",
        title: "A customer needs a role",
        body: `**{{asked_by}}** of **{{organization}}** asks for the role **{{roles}}**[[ to buy **{{product}}**]].

Nobody manages this organization, so only an administrator can give the role.`,
        action: "Choose their roles",
      },
      example: { is_for_support: true },
    },
  },
);
