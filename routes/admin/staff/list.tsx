import { staffPresets } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { rolesWith } from "../../../worker/contract/people/permissions.ts";
import { formatFactors, hasFactor } from "../../../worker/contract/people/factor-words.ts";
import { presetNames } from "../../../worker/contract/people/role-labels.ts";
import * as contract from "../../../worker/contract/v1/admin/staff.ts";
import { listStaff, type StaffMember } from "../../../worker/domain/people/index.ts";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { DateText } from "../../../worker/ui/date.tsx";
import { TruncatedText } from "../../../worker/ui/parts/cut.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { listRoutes } from "../../list-routes.tsx";
import { AccessBadge, accessText } from "../../portal/people/access-badge.tsx";

/** The user's page also shows backup codes and last use. */
const shortFactorText = ({ passkeys, has_totp }: StaffMember["second_factor"]) =>
  [passkeys > 0 && "Passkey", has_totp && "App"].filter(Boolean).join(", ");

export const staffList = listRoutes({
  access: "staff:read",
  layout: consoleLayout,
  section: "Settings",
  query: contract.listStaff.query,
  load: listStaff,
  head: ({ organization }) => ({
    trail: [["Settings", pages.settings]],
    subtitle: "Administrators and what each may do. A change holds at once.",
    action: (
      <a
        className="button"
        href={hrefOf(pages.createPerson, {}, { org_id: organization.id, role: rolesWith("use_console")[0] })}
      >
        Invite an administrator
      </a>
    ),
  }),
  list: {
    title: "Staff",
    noun: ["administrator", "administrators"],
    path: pages.staff,
    id: ({ id }) => id,
    href: ({ id }) => hrefOf(pages.staffMember, { user_id: id }),
    columns: [
      {
        label: "Name",
        cell: ({ first_name, last_name }) => <TruncatedText text={`${first_name} ${last_name}`} />,
        csv: ({ first_name, last_name }) => `${first_name} ${last_name}`,
      },
      {
        label: "Email",
        cell: ({ email }) => <TruncatedText text={email} />,
        csv: ({ email }) => email,
        on_phones: "note",
      },
      {
        label: "Preset",
        cell: ({ preset }) => presetNames[preset],
        csv: ({ preset }) => presetNames[preset],
        on_phones: "state",
      },
      {
        label: "Second step",
        cell: ({ second_factor }) =>
          hasFactor(second_factor) ? shortFactorText(second_factor) : <Badge tone="warning">None</Badge>,
        csv: ({ second_factor }) => formatFactors(second_factor),
        on_phones: "hidden",
      },
      { label: "Access", cell: (user) => <AccessBadge user={user} />, csv: accessText, is_extra: true },
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
        on_phones: "hidden",
      },
    ],
    labels: {
      search: "Name or email",
      filters: {
        preset: { any: "Every preset", options: staffPresets.map((preset) => [preset, presetNames[preset]] as const) },
        has_second_factor: {
          label: "Second step",
          any: "With and without",
          values: { true: "Has one", false: "Password alone" },
        },
      },
    },
    views: [{ label: "Without a second step", query: { has_second_factor: "false" } }],
    empty: { drawing: "people", text: "Nobody is here yet." },
    has_csv: true,
    has_keys: true,
  },
});
