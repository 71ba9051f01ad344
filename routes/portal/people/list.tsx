import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listRoles, roleNames } from "../../../worker/contract/people/role-labels.ts";
import * as contract from "../../../worker/contract/v1/org.ts";
import { listOrgUsers } from "../../../worker/domain/people/index.ts";
import { withBreaks } from "../../../worker/ui/parts/breakable.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { settingsLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { LastSeen } from "./last-seen.tsx";
import { AccessBadge, accessText } from "./access-badge.tsx";
import { rolesByManagers } from "../../../worker/contract/people/permissions.ts";

export const peopleList = listRoutes({
  access: "manage_people",
  layout: settingsLayout,
  section: "People",
  query: contract.listOrgUsers.query,
  load: listOrgUsers,
  head: () => ({
    action: (
      <a className="button" href={pages.invitePerson}>
        Invite a colleague
      </a>
    ),
  }),
  list: {
    title: "People",
    noun: ["person", "people"],
    path: pages.people,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.person, { id }),
    columns: [
      {
        label: "Name",
        cell: ({ first_name, last_name }) => `${first_name} ${last_name}`,
        csv: ({ first_name, last_name }) => `${first_name} ${last_name}`,
        sort: "last_name",
      },
      {
        label: "Email",
        cell: ({ email }) => <span className="short">{withBreaks(email)}</span>,
        csv: ({ email }) => email,
        sort: "email",
        on_phones: "note",
      },
      {
        label: "Roles",
        cell: ({ roles }) => listRoles(roles),
        csv: ({ roles }) => listRoles(roles),
        on_phones: "hidden",
      },
      {
        label: "Access",
        cell: (user) => <AccessBadge user={user} />,
        csv: (user) => accessText(user),
        on_phones: "state",
      },
      {
        label: "Last seen",
        cell: (user) => <LastSeen user={user} />,
        csv: ({ last_seen_at }) => last_seen_at,
        on_phones: "hidden",
      },
      {
        label: "Since",
        cell: ({ created_at }) => <DateText at={created_at} />,
        csv: ({ created_at }) => created_at,
        sort: "created_at",
        on_phones: "hidden",
        is_extra: true,
      },
      {
        label: "Second step",
        cell: ({ second_factor_since: since }) => (since ? <DateText at={since} /> : "None"),
        csv: ({ second_factor_since }) => second_factor_since,
        on_phones: "hidden",
        is_extra: true,
      },
    ],
    labels: {
      search: "Name or email",
      filters: {
        role: { any: "Every role", options: rolesByManagers.map((role) => [role, roleNames[role]] as const) },
        has_second_factor: {
          label: "Second step",
          any: "With and without",
          values: { true: "Has one", false: "Has none" },
        },
        is_active: { label: "Access", any: "Everybody", values: { true: "Active or invited", false: "Inactivated" } },
      },
    },
    empty: { drawing: "people", text: "No people yet. Invite a colleague to give them access." },
    has_csv: true,
  },
});
