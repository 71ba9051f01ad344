import * as z from "zod/mini";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { taskNames, tasks as taskTable } from "../../../worker/contract/tasks.ts";
import * as contract from "../../../worker/contract/v1/admin/tasks.ts";
import {
  type ListedTask,
  listTaskRuns,
  listTasks,
  retryTaskRecord,
  startTask as startRun,
} from "../../../worker/domain/platform/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { PageNotFound } from "../../../worker/http/page-spec.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { RunBadges } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { RefreshNote, refreshSeconds, refreshQuery } from "./refresh.tsx";
import { StartForm } from "./start-form.tsx";
import { TaskFailures } from "./task-failures.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { TaskRuns } from "./task-runs.tsx";

const params = z.object({ name: z.enum(taskNames) });
const runsMax = 30;
const taskHref = (name: string) => hrefOf(pages.task, { name });

export const taskPage = page({
  path: pages.task,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  params,
  query: refreshQuery,
  async load({ ctx, params: { name } }) {
    const query = contract.listTaskRuns.query.parse({ limit: runsMax });
    const [tasks, runs] = await Promise.all([listTasks(ctx), listTaskRuns(ctx, name, query)]);
    const listedTask = tasks.data.find((each) => each.name === name);
    if (!listedTask) throw new PageNotFound();
    return { task: listedTask, runs: runs.data, now: Date.now() };
  },
  head: ({ task: { name, status } }, { query: { still } }) => ({
    title: `${taskTable[name].title} · CrunchBox`,
    no_store: true,
    refresh_s: refreshSeconds({ isRunning: status === "processing", still }),
  }),
  view({ task: listedTask, runs, now }, { query: { still } }) {
    const { name, status, unavailable, error } = listedTask;
    const isRunning = status === "processing";
    return (
      <>
        <PageHeader
          trail={[["Integrations", pages.integrations]]}
          title={taskTable[name].title}
          badges={
            status === null ? <Badge tone="neutral">Never ran</Badge> : <RunBadges run={{ ...listedTask, status }} />
          }
          subtitle={<Subtitle task={listedTask} />}
          action={<StartForm task={listedTask} is_main />}
        />
        {unavailable !== null && !isRunning && <p>This task is off: {unavailable}</p>}
        {isRunning && <TaskProgress task={listedTask} now={now} />}
        <RefreshNote isRunning={isRunning} still={still} path={taskHref(name)} />
        {error !== null && status === "failed" && <p>The last run stopped: {error}</p>}
        <TaskFailures runs={runs} />
        <TaskRuns runs={runs} />
      </>
    );
  },
});

function Subtitle({ task: { name, last_success_at } }: { task: ListedTask }) {
  return (
    <>
      {taskTable[name].description}{" "}
      {last_success_at ? (
        <>
          Last completed <TimeText at={last_success_at} />.
        </>
      ) : (
        "No completed run yet."
      )}
    </>
  );
}

export const startTaskForm = formPost(
  { access: "integrations:act", params },
  {
    path: pages.startTask,
    send: (ctx, { params: { name } }) => startRun(ctx, name),
    back: (_result, c) => taskHref(c.req.param("name") ?? ""),
    done: () => "The task was started.",
  },
);

export const retryRecordForm = formPost(contract.retryTaskRecord, {
  path: pages.retryTaskRecord,
  send: (ctx, { params: { name, id }, body }) => retryTaskRecord(ctx, { name, id, ...body }),
  back: (_result, c) => taskHref(c.req.param("name") ?? ""),
  done: (_result, typed) => `${typed.get("record_name") ?? "The record"} is done.`,
});
