import { pages } from "../../../worker/contract/pages.ts";
import { getOverview } from "../../../worker/domain/overview/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Dashboard } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { greeting } from "../../portal/home/greeting.ts";
import { needsOf } from "./needs.ts";
import { Waiting } from "./waiting.tsx";
import { Weeks } from "./weeks.tsx";

/** The numbers that matter: first what needs somebody, then how it goes, then what waits by itself. Each leads to its list. */
export const adminHome = page({
  path: pages.admin,
  access: "admin",
  layout: consoleLayout,
  section: "Overview",
  load: ({ ctx }) => getOverview(ctx),
  head: () => ({ title: "Overview · CrunchBox", no_store: true }),
  view: (overview, { viewer, ctx }) => {
    const now = ctx.started_at;
    return (
      <>
        <PageHeader title={`${greeting(now, ctx.time_zone())}, ${viewer.first_name}`} />
        <Dashboard needs={needsOf(overview, now)}>
          <Weeks weeks={overview.weeks} />
          <Waiting overview={overview} />
        </Dashboard>
      </>
    );
  },
});
