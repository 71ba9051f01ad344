import type { ReactNode } from "react";
import { pages } from "../../contract/pages.ts";
import { can } from "../../contract/people/permissions.ts";
import type { LayoutViewer } from "./layout-data.ts";

export type SettingsSection =
  | ("Profile" | "Security" | "Notifications")
  | ("Organization" | "Addresses" | "People" | "Approval rules" | "Payment methods" | "Subscriptions");
type Entry = readonly [section: SettingsSection, href: string];

function listSettingsGroups(viewer: LayoutViewer): readonly { label: string; entries: readonly Entry[] }[] {
  const isOwner = !viewer.impersonator;
  const seesBilling = can(viewer, "see_billing");
  return [
    {
      label: "Yours",
      entries: [
        ["Profile", pages.profile],
        ...entriesIf(isOwner, ["Security", pages.sessions]),
        ["Notifications", pages.notificationSettings],
      ],
    },
    {
      label: viewer.organization.name,
      entries: [
        ["Organization", pages.ownOrganization],
        ["Addresses", pages.ownAddresses],
        ...entriesIf(can(viewer, "manage_people"), ["People", pages.people]),
        ...entriesIf(can(viewer, "buy"), ["Approval rules", pages.approvalRules]),
        ...entriesIf(seesBilling && isOwner, ["Payment methods", pages.paymentMethods]),
        ["Subscriptions", pages.subscriptions],
      ],
    },
  ];
}

const entriesIf = (isShown: boolean, entry: Entry): Entry[] => (isShown ? [entry] : []);

type SettingsFrameProps = { viewer: LayoutViewer; section: SettingsSection | undefined; children: ReactNode };

/** The navigation is a rail beside the page; in narrow windows it is a list that opens above the page. */
export function SettingsFrame({ viewer, section, children }: SettingsFrameProps) {
  const groups = listSettingsGroups(viewer);
  return (
    <div className="settings">
      <nav className="settings-rail" aria-label="Settings">
        <Groups groups={groups} section={section} />
      </nav>
      <details className="settings-menu">
        <summary>Settings{section ? `: ${section}` : ""}</summary>
        <nav aria-label="Settings">
          <Groups groups={groups} section={section} />
        </nav>
      </details>
      <div className="settings-page">{children}</div>
    </div>
  );
}

type GroupsProps = { groups: ReturnType<typeof listSettingsGroups>; section: SettingsSection | undefined };

const Groups = ({ groups, section }: GroupsProps) =>
  groups.map(({ label, entries }) => (
    <div key={label}>
      <p>{label}</p>
      {entries.map(([name, href]) => (
        <a key={href} href={href} aria-current={name === section ? "page" : undefined}>
          {name}
        </a>
      ))}
    </div>
  ));
