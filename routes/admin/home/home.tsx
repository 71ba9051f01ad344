import { pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { checkReadiness, getOverview, type Overview } from "../../../worker/domain/search/index.ts";
import { listMine } from "../../../worker/domain/people/index.ts";
import { page } from "../../../worker/http/page.ts";
import { Dashboard } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { greeting } from "../../portal/home/greeting.ts";
import { todayIn } from "../invoices/today.ts";
import { MineList } from "./mine.tsx";
import { overviewNeeds } from "./needs.ts";
import { OpeningChecklist } from "./opening.tsx";
import { WaitingCounts } from "./waiting.tsx";
import { Weeks } from "./weeks.tsx";

/** The figures are hidden if the shop cannot sell yet, has sold nothing, and nothing needs attention. */
export const adminHome = page({
  path: pages.admin,
  access: "use_console",
  layout: consoleLayout,
  section: "Overview",
  load: async ({ ctx }) => {
    const [overview, readiness, mine] = await Promise.all([getOverview(ctx), checkReadiness(ctx), listMine(ctx)]);
    return { overview, readiness, mine };
  },
  head: () => ({ title: "Overview · CrunchBox", no_store: true }),
  view: ({ overview, readiness, mine }, { viewer, ctx }) => {
    const now = ctx.started_at;
    const needs = overviewNeeds(overview, now, viewer);
    const hasMine = mine.assignments.length + mine.mentions.length > 0;
    const mineList = <MineList mine={mine} today={todayIn(ctx)} />;
    return (
      <>
        <PageHeader title={`${greeting(now, ctx.time_zone())}, ${viewer.first_name}`} />
        {hasMine && mineList}
        {can(viewer, "settings:read") && <OpeningChecklist readiness={readiness} is_short={hasSales(overview)} />}
        {(readiness.is_ready || needs.length > 0 || hasSales(overview)) && (
          <Dashboard needs={needs} columns={can(viewer, "finance:read") ? 3 : 1}>
            {can(viewer, "finance:read") && <Weeks {...overview} />}
            <WaitingCounts overview={overview} viewer={viewer} />
          </Dashboard>
        )}
        {!hasMine && mineList}
      </>
    );
  },
});

const hasSales = ({ weeks }: Overview): boolean =>
  weeks.some(({ orders, subscriptions_begun }) => orders > 0 || subscriptions_begun > 0);
