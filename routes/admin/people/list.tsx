import * as z from "zod/mini";
import { roles } from "../../../db/enums.ts";
import { idempotencyKey } from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listRoles, roleNames } from "../../../worker/contract/people/role-labels.ts";
import * as contract from "../../../worker/contract/v1/admin/users.ts";
import { runOnce } from "../../../worker/domain/platform/index.ts";
import { findOrganizationOption } from "../../../worker/domain/organizations/index.ts";
import { type AdminUser, inactivateUsers, listUsers, sendSetUpLinks } from "../../../worker/domain/people/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { IdempotencyKey } from "../../../worker/ui/forms/idempotency-key.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { bulkAction } from "../../bulk-action.ts";
import { organizationColumn } from "../../../worker/ui/lists/columns.tsx";
import { MixedLettersBadge } from "../../../worker/ui/parts/mixed-letters.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { writeHref } from "../notifications/audience-values.ts";
import { AccessBadge, accessText } from "../../portal/people/access-badge.tsx";

const fullName = ({ first_name, last_name }: AdminUser) => `${first_name} ${last_name}`;

const resendLinkAction = bulkAction(
  { ...contract.sendSetUpLinks, body: z.extend(contract.sendSetUpLinks.body, { form_key: idempotencyKey() }) } as const,
  {
    label: "Resend the set-up link",
    path: pages.sendSetUpLinks,
    ids: "user_ids",
    done: "will find a new set-up link in their mail",
    question: {
      title: "Send the selected users a new set-up link?",
      text: "Earlier links stop working. All selected users must be without a password; otherwise no link is sent.",
      confirm: "Yes, mail it",
    },
    async send(ctx, { body }) {
      await runOnce(ctx, body.form_key, () => sendSetUpLinks(ctx, body.user_ids));
    },
  },
);
const inactivateAction = bulkAction(contract.inactivateUsers, {
  label: "Inactivate",
  path: pages.inactivatePeople,
  ids: "user_ids",
  done: "inactivated",
  question: {
    title: "Inactivate the selected users?",
    text: "They are signed out everywhere at once, can no longer sign in, and are notified by email. Their purchases stay with their organizations.",
    confirm: "Yes, inactivate them",
  },
  send: (ctx, { body }) => inactivateUsers(ctx, body.user_ids),
});

const writeToPeopleAction = bulkAction(
  { access: "news:act", body: z.object({ user_ids: contract.inactivateUsers.body.shape.user_ids }) } as const,
  {
    label: "Write to them",
    path: pages.writeToPeople,
    ids: "user_ids",
    send: async (_ctx, { body: { user_ids } }) => writeHref({ user_ids }),
    next: (href) => href,
  },
);

export const peopleList = listRoutes({
  access: "people:read",
  layout: consoleLayout,
  section: "People",
  query: contract.listUsers.query,
  load: listUsers,
  choices: (ctx, { org_id }) => findOrganizationOption(ctx, org_id),
  head: () => ({
    action: (
      <a className="button" href={pages.createPerson}>
        Add a user
      </a>
    ),
  }),
  bulk: {
    name: fullName,
    actions: [writeToPeopleAction, resendLinkAction, inactivateAction],
    fields: () => <IdempotencyKey />,
  },
  list: {
    title: "People",
    noun: ["person", "people"],
    path: pages.adminPeople,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.adminPerson, { user_id: id }),
    columns: [
      {
        label: "Name",
        cell: (user) => (
          <>
            {fullName(user)}
            <MixedLettersBadge of={[fullName(user)]} />
          </>
        ),
        csv: fullName,
        sort: "last_name",
      },
      {
        label: "Email",
        cell: ({ email, email_return }) => (
          <>
            <TruncatedText text={email} /> {email_return && <Badge tone="warning">Came back</Badge>}
            <MixedLettersBadge of={[email]} />
          </>
        ),
        csv: ({ email }) => email,
        sort: "email",
        on_phones: "note",
      },
      organizationColumn,
      {
        label: "Roles",
        cell: (user) => listRoles(user.roles),
        csv: (user) => listRoles(user.roles),
        is_extra: true,
      },
      {
        label: "Access",
        cell: (user) => <AccessBadge user={user} />,
        csv: (user) => accessText(user),
        on_phones: "state",
      },
      {
        label: "Last seen",
        cell: ({ last_seen_at }) => (last_seen_at ? <DateText at={last_seen_at} /> : "Not lately"),
        csv: ({ last_seen_at }) => last_seen_at,
        is_extra: true,
      },
      {
        label: "Since",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        is_extra: true,
      },
    ],
    labels: {
      search: "Name, email or organization",
      // only links set `org_id`, the filter form does not
      without: ["org_id"],
      filters: {
        org_id: { label: "Organization" },
        role: { any: "Every role", options: roles.map((role) => [role, roleNames[role]] as const) },
        is_active: { label: "Access", any: "Everybody", values: { true: "Active or invited", false: "Inactivated" } },
        is_set_up: { label: "Set-up", any: "Set up or not", values: { true: "Set up", false: "Not set up" } },
        has_returned_mail: { label: "Mail", any: "Any", values: { true: "Came back", false: "Arrives" } },
      },
    },
    views: [
      { label: "Not set up", query: { is_set_up: "false", is_active: "true" } },
      { label: "Mail came back", query: { has_returned_mail: "true" } },
    ],
    empty: { drawing: "people", text: "Nobody is here yet." },
    has_csv: true,
  },
});
