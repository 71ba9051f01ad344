import { pages } from "../../contract/pages.ts";
import { Icon } from "../figures/icon.tsx";
import type { Person } from "./layout-data.ts";
import { NavLink } from "./nav-link.tsx";

export type Link = readonly [label: string, href: string];
type PersonMenuProps = {
  viewer: Person;
  links: readonly Link[];
  /** What stands in the header on wider windows and here on phones. */
  phone_links?: readonly Link[];
  area: string | undefined;
};

/**
 * Who you are, where else you may go, and the way out. The browser's own popover: it closes on Escape, a click beside it
 * and a choice, and gives the focus back, all without script.
 */
export function PersonMenu({ viewer, links, phone_links = [], area }: PersonMenuProps) {
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
          <span>{pricesOf(viewer)}</span>
        </p>
        {phone_links.length > 0 && (
          <nav className="menu-places" aria-label="Areas">
            {phone_links.map(([label, href]) => (
              <NavLink key={href} href={href} label={label} area={area} />
            ))}
          </nav>
        )}
        <nav aria-label="Yours">
          {links.map(([label, href]) => (
            <NavLink key={href} href={href} label={label} area={area} />
          ))}
        </nav>
        <form method="post" action={pages.signOut}>
          <button>Sign out</button>
        </form>
      </div>
    </div>
  );
}

const pricesOf = ({ organization: { price_level_name } }: Person) =>
  price_level_name === null || price_level_name === "Base Price" ? "List prices" : `${price_level_name} prices`;
