import type { Role } from "../../db/enums.ts";
import { Facts } from "../../worker/ui/facts.tsx";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { PortalLayout } from "./layout.tsx";

const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};

export const portalHome = page<{ viewer: Viewer }>({
  path: "/portal",
  access: "session",
  load: async ({ viewer }) => (viewer ? { viewer } : showNotFound()),
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: ({ viewer }, { settings }) => (
    <PortalLayout viewer={viewer} settings={settings}>
      <h1>Account</h1>
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
          ["Roles", viewer.roles.map((role) => roleNames[role]).join(", ")],
        ]}
      />
      <p className="links">
        <a href="/portal/profile">Profile and email</a>
      </p>
    </PortalLayout>
  ),
});
