import type { ReactNode } from "react";
import { hrefOf, pages } from "../../contract/pages.ts";
import { storefrontClient } from "../../contract/paths.ts";
import { AppFooter } from "./app-footer.tsx";
import { Icon } from "../figures/icon.tsx";
import { Impersonation } from "./impersonation.tsx";
import type { LayoutData } from "./layout-data.ts";
import { Logo } from "./logo.tsx";
import { NavLink } from "./nav-link.tsx";
import { type Link, PersonMenu } from "./person-menu.tsx";

export type AppSection =
  | ("Products" | "Orders" | "Devices" | "Subscriptions" | "Account" | "Profile")
  | ("Sessions" | "Cart");
type AppLayoutProps = {
  layout: LayoutData;
  /** Which link of the header or of the menu this page belongs to. */
  area?: AppSection | undefined;
  /** What was searched for. */
  search?: string | undefined;
  children: ReactNode;
};

/** What stands around the pages of store and portal: where you may go, search, your cart and who you are; one left edge with the content. */
export function AppLayout({ layout, area, search, children }: AppLayoutProps) {
  const { viewer } = layout;
  const places: Link[] = [["Products", pages.products]];
  if (viewer) places.push(["Orders", pages.orders]);
  return (
    <div className="app">
      <a className="skip" href="#content">
        Skip to content
      </a>
      {viewer && <Impersonation viewer={viewer} />}
      <header className={viewer ? "bar" : "bar visitor"}>
        <Logo href={pages.store} />
        <nav aria-label="Store">
          {places.map(([label, href]) => (
            <NavLink key={href} href={href} label={label} area={area} />
          ))}
        </nav>
        <Search search={search} />
        {layout.cart_count !== null && <CartLink count={layout.cart_count} is_current={area === "Cart"} />}
        {viewer ? (
          <PersonMenu viewer={viewer} links={ownLinks(layout)} phone_links={places} area={area} />
        ) : (
          !layout.is_viewer_unknown && (
            <a className="button" href={hrefOf(pages.signIn, { client_id: storefrontClient })}>
              Sign in
            </a>
          )
        )}
      </header>
      <main id="content">{children}</main>
      <AppFooter support_email={layout.support_email} />
    </div>
  );
}

const ownLinks = ({ viewer, admin_href }: LayoutData): Link[] => [
  ["Subscriptions", pages.subscriptions],
  ["Account", pages.portal],
  ["Profile", pages.profile],
  ["Sessions", pages.sessions],
  ...(viewer?.roles.includes("admin") ? [["Console", admin_href] as const] : []),
];

function Search({ search }: { search: string | undefined }) {
  return (
    <form className="search" role="search" action={pages.products}>
      <input
        type="search"
        name="search"
        aria-label="Search products"
        placeholder="Search products"
        defaultValue={search}
        maxLength={256}
      />
      <button aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
  );
}

function CartLink({ count, is_current }: { count: number; is_current: boolean }) {
  return (
    <a className="cart-link" href={pages.cart} aria-current={is_current ? "page" : undefined}>
      Cart{" "}
      <span id="cart-count" hidden={count === 0}>
        {count}
      </span>
    </a>
  );
}
