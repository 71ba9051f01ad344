import { pages } from "../../../contract/pages.ts";
import { can } from "../../../contract/people/permissions.ts";
import type { LayoutData, LayoutViewer } from "../layout-data.ts";

export type Link = readonly [label: string, href: string];
export type LinkGroup = { label: string; links: readonly Link[] };

const products: Link = ["Products", pages.products];

export const listAreas = (viewer: LayoutViewer | null): readonly Link[] =>
  viewer
    ? [
        ["Home", pages.portal],
        products,
        ["Orders", pages.orders],
        ["Devices", pages.devices],
        ["Downloads", pages.downloads],
      ]
    : [products];

export function buildMenu(viewer: LayoutViewer, { admin_href }: Pick<LayoutData, "admin_href">): readonly LinkGroup[] {
  const seesBilling = can(viewer, "see_billing");
  const organization: Link[] = [
    ...linksIf(seesBilling, ["Invoices", pages.invoices]),
    ...linksIf(seesBilling, ["Account", pages.account]),
    ...linksIf(can(viewer, "approve"), ["Approvals", pages.approvals]),
    ...linksIf(can(viewer, "buy"), ["Quotes", pages.quotes]),
    ["Activity", pages.activity],
  ];
  const own: Link[] = [["Settings", pages.profile], ...linksIf(can(viewer, "use_console"), ["Console", admin_href])];
  return [
    { label: "Your organization", links: organization },
    { label: "Yours", links: own },
  ];
}

const linksIf = (isShown: boolean, link: Link): Link[] => (isShown ? [link] : []);
