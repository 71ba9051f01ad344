import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { page } from "../../worker/http/page.ts";
import { pages } from "../../worker/contract/pages.ts";
import { consoleLayout } from "../layouts.tsx";

export const adminHome = page({
  path: pages.admin,
  access: "admin",
  layout: consoleLayout,
  section: "Overview",
  head: () => ({ title: "Admin · CrunchBox", no_store: true }),
  view: (_data, { viewer }) => (
    <>
      <PageHeader title="Admin" subtitle="Users, orders and products are administered through the API." />
      <Facts
        facts={[
          ["Name", `${viewer.first_name} ${viewer.last_name}`],
          ["Organization", viewer.organization.name],
          ["Email", viewer.email],
        ]}
      />
      <p className="links">
        <a href={pages.docs}>API reference</a>
        <a href={pages.profile}>Profile and email</a>
      </p>
    </>
  ),
});
