import { Facts } from "../../worker/ui/facts.tsx";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { AdminLayout } from "./layout.tsx";

export const adminHome = page<{ viewer: Viewer }>({
  path: "/admin",
  access: "admin",
  sign_in_client: "crunchbox-admin",
  load: async ({ viewer }) => (viewer ? { viewer } : showNotFound()),
  head: () => ({ title: "Admin · CrunchBox", no_store: true }),
  view: ({ viewer }, { settings }) => (
    <AdminLayout viewer={viewer} settings={settings}>
      <h1>Admin</h1>
      <p className="subtitle">Account requests and users are administered through the API.</p>
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
        ]}
      />
      <p className="links">
        <a href="/docs">API reference</a>
        <a href="/portal/profile">Profile and email</a>
      </p>
    </AdminLayout>
  ),
});
