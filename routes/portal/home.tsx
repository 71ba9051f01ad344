import type { Role } from "../../db/enums.ts";
import { Facts } from "../../worker/ui/facts.tsx";
import { page, showNotFound } from "../../worker/http/page.ts";
import type { Viewer } from "../../worker/http/viewer.ts";
import { pages } from "../../worker/contract/pages.ts";
import { AppLayout } from "../../worker/ui/app-layout.tsx";
import { type Frame, loadFrame } from "../store/frame.ts";

const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};

export const portalHome = page<{ viewer: Viewer; frame: Frame }>({
  path: pages.portal,
  access: "session",
  load: async (input) => (input.viewer ? { viewer: input.viewer, frame: await loadFrame(input) } : showNotFound()),
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: ({ viewer, frame }) => (
    <AppLayout frame={frame} area="Account">
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
        <a href={pages.profile}>Profile and email</a>
      </p>
    </AppLayout>
  ),
});
