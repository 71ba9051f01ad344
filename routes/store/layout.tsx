import type { ReactNode } from "react";
import { TimeZone } from "../../worker/ui/date.tsx";
import { Impersonation } from "../../worker/ui/impersonation.tsx";
import { Logo } from "../../worker/ui/logo.tsx";
import { AccountMenu } from "../../worker/ui/account-menu.tsx";
import type { Frame } from "./frame.ts";

type StoreLayoutProps = {
  frame: Frame;
  /** Which link of the header this page belongs to. */
  area?: "Products" | "Orders" | "Subscriptions" | "Cart";
  /** What was searched for. */
  search?: string;
  children: ReactNode;
};

/** The frame of every store page: search, where you may go, your cart and who you are. */
export function StoreLayout({ frame, area, search, children }: StoreLayoutProps) {
  const { viewer } = frame;
  return (
    <div className="app store">
      <a className="skip" href="#content">
        Skip to content
      </a>
      {viewer && <Impersonation viewer={viewer} />}
      <header className="store-bar">
        <Logo href="/store" />
        <nav aria-label="Store">
          <HeaderLink href="/store/products" label="Products" area={area} />
          {viewer && <HeaderLink href="/store/orders" label="Orders" area={area} />}
          {viewer && <HeaderLink href="/store/subscriptions" label="Subscriptions" area={area} />}
        </nav>
        <form className="search" role="search" action="/store/products">
          <input
            type="search"
            name="search"
            aria-label="Search products"
            placeholder="Search products"
            defaultValue={search}
            maxLength={128}
          />
          <button className="button quiet">Search</button>
        </form>
        <div className="own">
          {frame.cart_count !== null && <CartLink count={frame.cart_count} is_current={area === "Cart"} />}
          <AccountMenu viewer={viewer} admin_href={frame.admin_href} />
        </div>
      </header>
      <main id="content">
        <TimeZone.Provider value={frame.time_zone}>{children}</TimeZone.Provider>
      </main>
      <Footer support_email={frame.support_email} />
    </div>
  );
}

function HeaderLink({ href, label, area }: { href: string; label: string; area: string | undefined }) {
  return (
    <a href={href} aria-current={label === area ? "page" : undefined}>
      {label}
    </a>
  );
}

function CartLink({ count, is_current }: { count: number; is_current: boolean }) {
  return (
    <a className="cart-link" href="/store/cart" aria-current={is_current ? "page" : undefined}>
      Cart <span id="cart-count">{count}</span>
    </a>
  );
}

function Footer({ support_email }: { support_email: string }) {
  return (
    <footer className="store-foot">
      <p>CGX CrunchBox. All prices in US dollars.</p>
      <nav aria-label="Help">
        <a href={`mailto:${support_email}`}>Support</a>
        <a href="/license-agreement">License agreement</a>
        <a href="/docs">API</a>
      </nav>
    </footer>
  );
}
