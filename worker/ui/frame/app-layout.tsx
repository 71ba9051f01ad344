import type { ReactNode } from "react";
import { ImpersonationContext } from "../access.tsx";
import { hrefOf, pages } from "../../contract/pages.ts";
import { storefrontClient } from "../../contract/paths.ts";
import { AppFooter } from "./app-footer.tsx";
import { Bell } from "../parts/bell.tsx";
import { can } from "../../contract/people/permissions.ts";
import { Icon } from "../figures/icon.tsx";
import { ImpersonationBanner } from "./impersonation.tsx";
import type { LayoutData, LayoutViewer } from "./layout-data.ts";
import { ErrorReports, SearchScript, useStylesheet, useSuggestionsScript } from "../island.tsx";
import { Logo } from "./logo.tsx";
import { NavLink } from "./nav-link.tsx";
import { UserMenu } from "./menu/user-menu.tsx";
import { listAreas, buildMenu } from "./menu/places.ts";

export type AppSection =
  | ("Home" | "Products" | "Orders" | "Devices" | "Downloads" | "Cart")
  | ("Invoices" | "Approvals" | "Quotes" | "Activity")
  | ("Notifications" | "Settings");
type AppLayoutProps = {
  layout: LayoutData;
  area?: AppSection | undefined;
  search?: string | undefined;
  children: ReactNode;
};

export function AppLayout({ layout, area, search, children }: AppLayoutProps) {
  const { viewer } = layout;
  useStylesheet(viewer ? "site" : "visitors");
  const areas = listAreas(viewer);
  return (
    <div className="app">
      <a className="skip" href="#content">
        Skip to content
      </a>
      {viewer && <ErrorReports />}
      {viewer && <ImpersonationBanner viewer={viewer} />}
      <header className={viewer ? "bar" : "bar visitor"}>
        <Logo href={pages.store} />
        <nav aria-label="Main">
          {areas.map(([label, href]) => (
            <NavLink key={href} href={href} label={label} area={area} />
          ))}
        </nav>
        {viewer ? <HeaderSearch search={search} viewer={viewer} /> : <ProductSearch search={search} />}
        {viewer && <Bell count={layout.unread_count} is_current={area === "Notifications"} />}
        {layout.cart_count !== null && <CartLink count={layout.cart_count} is_current={area === "Cart"} />}
        {viewer ? (
          <UserMenu viewer={viewer} groups={buildMenu(viewer, layout)} areas={areas} area={area} />
        ) : (
          !layout.is_viewer_unknown && (
            <a className="button" href={hrefOf(pages.signIn, { client_id: storefrontClient })}>
              Sign in
            </a>
          )
        )}
      </header>
      <ImpersonationContext.Provider value={Boolean(viewer?.impersonator)}>
        <main id="content">{children}</main>
      </ImpersonationContext.Provider>
      <AppFooter support_email={layout.support_email} />
    </div>
  );
}

function ProductSearch({ search }: { search: string | undefined }) {
  return (
    <form className="search" role="search" action={pages.products}>
      <SearchInput label="Search products" hint="Search products" search={search} />
    </form>
  );
}

/**
 * Searches products and the organization's records. On medium widths the form is a popover that its icon opens.
 * islands/search.ts adds keys and suggestions.
 */
function HeaderSearch({ search, viewer }: { search: string | undefined; viewer: LayoutViewer }) {
  return (
    <>
      <SearchScript />
      <button type="button" className="search-button" popoverTarget="header-search" aria-label="Open the search">
        <Icon name="search" />
      </button>
      <form
        id="header-search"
        popover="auto"
        className="search"
        role="search"
        action={pages.search}
        data-script={useSuggestionsScript()}
        data-viewer={viewer.email}
      >
        <SearchInput
          label="Search"
          hint={`Products, orders, serials${can(viewer, "see_billing") ? ", invoices" : ""}`}
          search={search}
        />
        <kbd aria-hidden="true" hidden>
          /
        </kbd>
      </form>
    </>
  );
}

type SearchInputProps = { label: string; hint: string; search: string | undefined };

function SearchInput({ label, hint, search }: SearchInputProps) {
  return (
    <>
      <input type="search" name="search" aria-label={label} placeholder={hint} defaultValue={search} maxLength={128} />
      <button aria-label="Search">
        <Icon name="search" />
      </button>
    </>
  );
}

function CartLink({ count, is_current }: { count: number; is_current: boolean }) {
  return (
    <a className="cart-link" href={pages.cart} aria-current={is_current ? "page" : undefined} title="Cart">
      <Icon name="cart" />
      <span className="unseen">Cart</span>{" "}
      <span id="cart-count" className={count === 0 ? "none" : undefined}>
        {count}
      </span>
    </a>
  );
}
