import type { ReactNode } from "react";
import { hrefOf, pages } from "../../contract/pages.ts";
import { can, type ConsoleAccess } from "../../contract/people/permissions.ts";
import { ConsoleViewer } from "../access.tsx";
import { DayZone } from "../date.tsx";
import { Icon } from "../figures/icon.tsx";
import type { LayoutData } from "./layout-data.ts";
import { ConsoleSearch } from "./console-search.tsx";
import { Logo } from "./logo.tsx";
import { ErrorReports, useStylesheet } from "../island.tsx";
import { NavLink } from "./nav-link.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { UserMenu } from "./menu/user-menu.tsx";

export type ConsoleSection =
  | "Overview"
  | "Requests"
  | "Organizations"
  | "People"
  | "Products"
  | "Orders"
  | "Quotes"
  | "Invoices"
  | "Subscriptions"
  | "Finance"
  | "Software"
  | "Notifications"
  | "Integrations"
  | "Audit"
  | "Settings";
export type ConsoleData = LayoutData & {
  requests_waiting: number;
  shop_time_zone: string;
};
type ConsoleLayoutProps = {
  layout: ConsoleData;
  area: ConsoleSection | undefined;
  search?: string | undefined;
  children: ReactNode;
};

type RailEntry = {
  label: ConsoleSection;
  href: string;
  /** One of these permissions is enough to see the entry. */
  access: readonly ConsoleAccess[];
  count?: number;
};

const listRailEntries = ({ requests_waiting }: ConsoleData): RailEntry[] => [
  { label: "Overview", href: pages.admin, access: ["use_console"] },
  { label: "Requests", href: pages.requests, access: ["requests:read"], count: requests_waiting },
  { label: "Organizations", href: pages.organizations, access: ["organizations:read"] },
  { label: "People", href: pages.adminPeople, access: ["people:read"] },
  { label: "Products", href: pages.adminProducts, access: ["products:read"] },
  { label: "Orders", href: hrefOf(pages.adminOrders, {}, { status: "processing" }), access: ["orders:read"] },
  { label: "Quotes", href: pages.adminQuotes, access: ["quotes:read"] },
  { label: "Invoices", href: pages.adminInvoices, access: ["invoices:read"] },
  { label: "Subscriptions", href: pages.adminSubscriptions, access: ["subscriptions:read"] },
  { label: "Finance", href: pages.finance, access: ["finance:read"] },
  { label: "Software", href: pages.adminSoftware, access: ["software:read"] },
  { label: "Notifications", href: pages.adminNotifications, access: ["notifications:read"] },
  { label: "Integrations", href: pages.integrations, access: ["integrations:read"] },
  { label: "Audit", href: pages.audit, access: ["audit:read"] },
  { label: "Settings", href: pages.settings, access: ["settings:read", "prices:read", "shipping_rates:read"] },
];
const personalLinks = {
  label: "Yours",
  links: [
    ["Store", pages.store],
    ["Home", pages.portal],
    ["Profile", pages.profile],
    ["API reference", pages.docs],
  ],
} as const;

export function ConsoleLayout({ layout, area, search, children }: ConsoleLayoutProps) {
  useStylesheet("admin");
  return (
    <ConsoleViewer.Provider value={layout.viewer}>
      <DayZone.Provider value={layout.shop_time_zone}>
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
            {layout.viewer && <PaletteButton viewer={layout.viewer} />}
            {layout.viewer && <UserMenu viewer={layout.viewer} groups={[personalLinks]} area={undefined} />}
          </header>
          <div className="console-body">
            <nav id="rail" popover="auto" className="rail" aria-label="Console">
              {listRailEntries(layout)
                .filter(({ access }) => access.some((each) => can(layout.viewer, each)))
                .map(({ label, href, count }) => (
                  <NavLink key={href} href={href} label={label} area={area} count={count} />
                ))}
            </nav>
            <main id="content">{children}</main>
          </div>
        </div>
      </DayZone.Provider>
    </ConsoleViewer.Provider>
  );
}
