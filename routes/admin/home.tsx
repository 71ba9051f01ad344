import { PageHeader } from "../../worker/ui/layouts/page-header.tsx";
import { Facts } from "../../worker/ui/parts/facts.tsx";
import { page } from "../../worker/http/page.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { Dashboard, type Need } from "../../worker/ui/layouts/layouts.tsx";
import { consoleLayout } from "../layouts.tsx";

export const adminHome = page({
  path: pages.admin,
  access: "admin",
  layout: consoleLayout,
  section: "Overview",
  head: () => ({ title: "Admin · CrunchBox", no_store: true }),
  view: (_data, { viewer, layout }) => (
    <>
      <PageHeader title="Admin" subtitle="Users and products are administered through the API." />
      <Dashboard needs={needsOf(layout.requests_waiting)}>
        <section>
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
        </section>
      </Dashboard>
    </>
  ),
});

const needsOf = (requestsWaiting: number): Need[] =>
  requestsWaiting === 0
    ? []
    : [
        {
          what:
            requestsWaiting === 1 ? "An account request waits for an answer" : "Account requests wait for an answer",
          number: requestsWaiting.toLocaleString("en-US"),
          link: [
            requestsWaiting === 1 ? "Answer it" : "Answer them",
            hrefOf(pages.requests, {}, { status: "pending" }),
          ],
        },
      ];
