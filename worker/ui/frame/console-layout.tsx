import type { ReactNode } from "react";
import { hrefOf, pages } from "../../contract/pages.ts";
import { Icon } from "../figures/icon.tsx";
import type { LayoutData } from "./layout-data.ts";
import { ConsoleSearch } from "./console-search.tsx";
import { Logo } from "./logo.tsx";
import { ErrorReports, useStylesheet } from "../island.tsx";
import { NavLink } from "./nav-link.tsx";
import { PersonMenu } from "./menu/person-menu.tsx";

export type ConsoleSection =
  | "Overview"
  | "Requests"
  | "Organizations"
  | "People"
  | "Products"
  | "Orders"
  | "Invoices"
  | "Subscriptions"
  | "Software"
  | "Notifications"
  | "Integrations"
  | "Audit"
  | "Settings";
export type ConsoleData = LayoutData & {
  requests_waiting: number;
};
type ConsoleLayoutProps = {
  layout: ConsoleData;
  area: ConsoleSection | undefined;
  search?: string | undefined;
  children: ReactNode;
};

const placesOf = ({ requests_waiting }: ConsoleData): [label: string, href: string, count?: number][] => [
  ["Overview", pages.admin],
  ["Requests", pages.requests, requests_waiting],
  ["Organizations", pages.organizations],
  ["People", pages.adminPeople],
  ["Products", pages.adminProducts],
  ["Orders", hrefOf(pages.adminOrders, {}, { status: "processing" })],
  ["Invoices", pages.adminInvoices],
  ["Subscriptions", pages.adminSubscriptions],
  ["Software", pages.adminSoftware],
  ["Notifications", pages.adminNotifications],
  ["Integrations", pages.integrations],
  ["Audit", pages.audit],
  ["Settings", pages.settings],
];
const ownLinks = {
  label: "Yours",
  links: [
    ["Store", pages.store],
    ["Account", pages.portal],
    ["Profile", pages.profile],
    ["API reference", pages.docs],
  ],
} as const;

export function ConsoleLayout({ layout, area, search, children }: ConsoleLayoutProps) {
  useStylesheet("admin");
  return (
    <div className="app console">
      <a className="skip" href="#content">
        Skip to content
      </a>
      {layout.viewer && <ErrorReports />}
      <header className="bar">
        <button type="button" className="rail-button" popoverTarget="rail" aria-label="Parts of the console">
          <Icon name="menu" />
        </button>
        <Logo href={layout.admin_href} />
        <span className="console-word">Console</span>
        <ConsoleSearch text={search} />
        {layout.viewer && <PersonMenu viewer={layout.viewer} groups={[ownLinks]} area={undefined} />}
      </header>
      <div className="console-body">
        <nav id="rail" popover="auto" className="rail" aria-label="Console">
          {placesOf(layout).map(([label, href, count]) => (
            <NavLink key={href} href={href} label={label} area={area} count={count} />
          ))}
        </nav>
        <main id="content">{children}</main>
      </div>
    </div>
  );
}
