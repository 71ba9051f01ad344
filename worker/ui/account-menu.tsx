import { hrefOf, pages } from "../contract/pages.ts";
import { storefrontClient } from "../contract/paths.ts";
type Viewer = { first_name: string; last_name: string; roles: readonly string[]; organization: { name: string } };

/** Who you are and the way out; for visitors, the way in. Opens without script. */
export function AccountMenu({ viewer, admin_href }: { viewer: Viewer | null; admin_href: string }) {
  if (!viewer) {
    return (
      <a className="button" href={hrefOf(pages.signIn, { client_id: storefrontClient })}>
        Sign in
      </a>
    );
  }
  return (
    <details className="menu">
      <summary>{viewer.first_name}</summary>
      <div>
        <p className="who">
          {viewer.first_name} {viewer.last_name}
          <small>{viewer.organization.name}</small>
        </p>
        <a href={pages.orders}>Orders</a>
        <a href={pages.subscriptions}>Subscriptions</a>
        <a href={pages.portal}>Account</a>
        <a href={pages.profile}>Profile</a>
        {viewer.roles.includes("admin") && <a href={admin_href}>Admin</a>}
        <form method="post" action={pages.signOut}>
          <button>Sign out</button>
        </form>
      </div>
    </details>
  );
}
