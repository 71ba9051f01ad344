type Viewer = { first_name: string; last_name: string; roles: readonly string[]; organization: { name: string } };

/** Who you are and the way out; for visitors, the way in. Opens without script. */
export function AccountMenu({ viewer, admin_href }: { viewer: Viewer | null; admin_href: string }) {
  if (!viewer) {
    return (
      <a className="button" href="/sign-in/crunchbox">
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
        <a href="/store/orders">Orders</a>
        <a href="/store/subscriptions">Subscriptions</a>
        <a href="/portal">Account</a>
        <a href="/portal/profile">Profile</a>
        {viewer.roles.includes("admin") && <a href={admin_href}>Admin</a>}
        <form method="post" action="/sign-out">
          <button>Sign out</button>
        </form>
      </div>
    </details>
  );
}
