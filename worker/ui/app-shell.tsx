import type { ReactNode } from "react";
import { Impersonation } from "./impersonation.tsx";
import { Logo } from "./logo.tsx";

type Person = {
  first_name: string;
  last_name: string;
  roles: readonly string[];
  organization: { name: string };
  impersonator: { first_name: string; last_name: string } | null;
};
type AppShellProps = {
  viewer: Person;
  store_href: string;
  admin_href: string;
  /** Which of the areas this page belongs to. */
  area: "Store" | "Account" | "Admin";
  children: ReactNode;
};

/** The frame of every signed-in page: where you are, who you are, where you may go, and the way out. */
export function AppShell({ viewer, store_href, admin_href, area, children }: AppShellProps) {
  const areas = [
    { label: "Store", href: store_href },
    { label: "Account", href: "/portal" },
    ...(viewer.roles.includes("admin") ? [{ label: "Admin", href: admin_href }] : []),
  ];
  return (
    <div className="app">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Impersonation viewer={viewer} />
      <header className="bar">
        <Logo href={store_href} />
        <nav aria-label="Areas">
          {areas.map(({ label, href }) => (
            <a key={label} href={href} aria-current={label === area ? "page" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <form method="post" action="/sign-out">
          <span className="who">
            {viewer.first_name} {viewer.last_name}
            <small>{viewer.organization.name}</small>
          </span>
          <button className="button quiet">Sign out</button>
        </form>
      </header>
      <main id="content">{children}</main>
    </div>
  );
}
