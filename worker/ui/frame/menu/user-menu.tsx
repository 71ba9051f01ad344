import { pages } from "../../../contract/pages.ts";
import { Icon } from "../../figures/icon.tsx";
import type { LayoutViewer } from "../layout-data.ts";
import { NavLink } from "../nav-link.tsx";
import type { Link, LinkGroup } from "./places.ts";

type UserMenuProps = {
  viewer: LayoutViewer;
  groups: readonly LinkGroup[];
  /** Header links move into the menu on narrow windows. */
  areas?: readonly Link[];
  area: string | undefined;
};

/** The browser's popover closes on Escape, a click outside or a choice and restores the focus, without script. */
export function UserMenu({ viewer, groups, areas = [], area }: UserMenuProps) {
  return (
    <div className="menu">
      <button type="button" popoverTarget="person-menu">
        <span className="menu-name">{viewer.first_name}</span>
        <span className="menu-word">Menu</span>
        <Icon name="down" />
      </button>
      <div id="person-menu" popover="auto" className="menu-panel">
        <p className="menu-person">
          <b>
            {viewer.first_name} {viewer.last_name}
          </b>
          <span>{viewer.email}</span>
          <span>{viewer.organization.name}</span>
          <span>{formatPriceLevel(viewer)}</span>
        </p>
        {areas.length > 0 && <Links className="menu-places" label="Areas" links={areas} area={area} />}
        {groups.map((group) => (
          <Links key={group.label} {...group} area={area} />
        ))}
        <form method="post" action={pages.signOut}>
          <button>Sign out</button>
        </form>
      </div>
    </div>
  );
}

function Links({ label, links, area, className }: LinkGroup & { area: string | undefined; className?: string }) {
  return (
    <nav className={className} aria-label={label}>
      {links.map(([name, href]) => (
        <NavLink key={href} href={href} label={name} area={area} />
      ))}
    </nav>
  );
}

const formatPriceLevel = ({ organization: { price_level_name } }: LayoutViewer) =>
  price_level_name === null || price_level_name === "Base Price" ? "List prices" : `${price_level_name} prices`;
