import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import type { Role } from "../../db/enums.ts";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { page } from "../../worker/http/page.ts";
import { pages } from "../../worker/contract/pages.ts";
import { appLayout } from "../layouts.tsx";

const roleNames: Record<Role, string> = {
  admin: "Administrator",
  user: "User",
  org: "Organization manager",
  buyer: "Buyer",
  "beta-tester": "Beta tester",
};

export const portalHome = page({
  path: pages.portal,
  access: "session",
  layout: appLayout,
  section: "Account",
  head: () => ({ title: "Account · CrunchBox", no_store: true }),
  view: (_data, { viewer }) => (
    <>
      <PageHeader title="Account" />
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
    </>
  ),
});
