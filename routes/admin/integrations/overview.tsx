import * as z from "zod/mini";
import { type IntegrationName, integrationNames } from "../../../db/enums.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { tasks as taskTable } from "../../../worker/contract/tasks.ts";
import { listCallbacks as listCallbacksContract } from "../../../worker/contract/v1/admin/callbacks.ts";
import { listOutbox as listOutboxContract } from "../../../worker/contract/v1/admin/outbox.ts";
import { listCallbacks } from "../../../worker/domain/payments/index.ts";
import { listOutbox } from "../../../worker/domain/notifications/index.ts";
import { listUnfinished, type UnfinishedOrder } from "../../../worker/domain/fulfilment/index.ts";
import { type ListedTask, listIntegrations, listTasks } from "../../../worker/domain/platform/index.ts";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { Dashboard, type AttentionItem } from "../../../worker/ui/layouts/layouts.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { RunBadges } from "../../../worker/ui/parts/status-badges.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { IntegrationTable } from "./integration-table.tsx";
import { StartForm } from "./start-form.tsx";
import { RefreshNote, refreshSeconds, refreshQuery } from "./refresh.tsx";
import { estimatePace, durationText } from "./durations.ts";

const outboxQuery = listOutboxContract.query.parse({ state: "given-up", limit: 1 });
const webhookQuery = listCallbacksContract.query.parse({ state: "given-up", limit: 1 });
/** A task that is off keeps the result of its last run, which nobody can mend. */
const needsAttention = ({ status, failed, unavailable }: ListedTask) =>
  unavailable === null && (status === "failed" || failed > 0);
const isRunning = ({ status }: ListedTask) => status === "processing";

export const integrationsPage = page({
  path: pages.integrations,
  access: "integrations:read",
  layout: consoleLayout,
  section: "Integrations",
  query: z.extend(refreshQuery, { tasks: z.optional(z.literal("failed")) }),
  async load({ ctx }) {
    const [tasks, integrations, emails, webhooks, unfinished] = await Promise.all([
      listTasks(ctx),
      listIntegrations(ctx),
      listOutbox(ctx, outboxQuery),
      listCallbacks(ctx, webhookQuery),
      listUnfinished(ctx),
    ]);
    const off = new Set(unavailableIntegrations(tasks.data));
    if (!ctx.gateways.sms) off.add("sms");
    return {
      tasks: tasks.data,
      integrations,
      off,
      unfinished,
      now: Date.now(),
      mails_given_up: emails.meta.count,
      callbacks_given_up: webhooks.meta.count,
    };
  },
  head: ({ tasks: listed }, { query: { still } }) => ({
    title: "Integrations · CrunchBox",
    no_store: true,
    refresh_s: refreshSeconds({ isRunning: listed.some(isRunning), still }),
  }),
  view: ({ tasks, integrations, off, now, ...counts }, { query: { still, tasks: filter }, viewer }) => (
    <>
      <PageHeader title="Integrations" subtitle="Background tasks and integrations, with their last results." />
      <p className="links">
        <a href={pages.health}>Health</a>
        {can(viewer, "reconciliation:read") && <a href={pages.reconciliation}>Reconciliation</a>}
        <a href={pages.outbox}>Unsent messages</a>
        <a href={pages.webhooks}>Unprocessed webhooks</a>
        <a href={pages.clientErrors}>Browser errors</a>
      </p>
      <RefreshNote isRunning={tasks.some(isRunning)} still={still} path={pages.integrations} />
      <Dashboard needs={integrationNeeds(tasks, counts)}>{null}</Dashboard>
      <section>
        <h2>{filter ? "Tasks that stopped or have failed records" : "Tasks"}</h2>
        {filter && <a href={pages.integrations}>All tasks</a>}
        <Table
          rows={filter ? tasks.filter(needsAttention) : tasks}
          id={({ name }) => name}
          href={({ name }) => hrefOf(pages.task, { name })}
          columns={[
            { label: "Task", cell: ({ name }) => taskTable[name].title },
            { label: "Last run", cell: (task) => <LastRun task={task} now={now} />, on_phones: "note" },
            { label: "State", cell: (task) => <TaskState task={task} /> },
            { label: "Last success", cell: ({ last_success_at }) => timeOrNever(last_success_at), on_phones: "hidden" },
            {
              label: "Records",
              cell: ({ found }) => found.toLocaleString("en-US"),
              is_number: true,
              on_phones: "hidden",
            },
            ...(can(viewer, "integrations:act")
              ? [
                  {
                    label: "Start",
                    cell: (task: ListedTask) => <StartForm task={task} />,
                    on_phones: "hidden",
                  } as const,
                ]
              : []),
          ]}
        />
      </section>
      <section>
        <h2>Connected services</h2>
        <IntegrationTable integrations={integrations} off={off} />
      </section>
    </>
  ),
});

/** Integrations of which no task can run, for example because settings are missing. */
function unavailableIntegrations(tasks: readonly ListedTask[]): IntegrationName[] {
  return integrationNames.filter((integration) => {
    const dependent = tasks.filter(({ name }) => taskTable[name].integration === integration);
    return dependent.length > 0 && dependent.every(({ unavailable }) => unavailable !== null);
  });
}

type FailureCounts = { mails_given_up: number; callbacks_given_up: number; unfinished: readonly UnfinishedOrder[] };

function integrationNeeds(
  tasks: readonly ListedTask[],
  { mails_given_up, callbacks_given_up, unfinished }: FailureCounts,
): AttentionItem[] {
  const countNeed = (text: string, count: number, href: string): AttentionItem[] =>
    count > 0 ? [{ what: text, number: count.toLocaleString("en-US"), link: ["View", href] }] : [];
  return [
    ...tasks.filter(needsAttention).flatMap(({ name, status, failed, error }): AttentionItem[] => {
      const href = hrefOf(pages.task, { name });
      const { title } = taskTable[name];
      if (status === "failed") return [{ what: `${title} stopped: ${error}`, link: ["See why", href] }];
      return countNeed(`${title}: failed records`, failed, href);
    }),
    ...unfinished.map(({ order_id, order_number, packages, unknown }): AttentionItem => ({
      what:
        unknown > 0
          ? `Order ${order_number}: the carrier did not answer whether it made ${labelCount(unknown)}`
          : `Order ${order_number}: the carrier has made ${labelCount(packages)}, but the order is not shipped`,
      link: [unknown > 0 ? "See what to do" : "Ship it, or void the label", hrefOf(pages.adminOrder, { order_id })],
    })),
    ...countNeed("Messages could not be sent", mails_given_up, hrefOf(pages.outbox, {}, { state: "given-up" })),
    ...countNeed("Webhooks failed", callbacks_given_up, hrefOf(pages.webhooks, {}, { state: "given-up" })),
  ];
}

const labelCount = (count: number) => (count === 1 ? "a label" : `${count} labels`);

const timeOrNever = (at: string | null) => (at ? <TimeText at={at} /> : "Never");

function TaskState({ task: { status, failed, unavailable } }: { task: ListedTask }) {
  if (unavailable !== null && status !== "processing") return <Badge tone="neutral">Off</Badge>;
  return status === null ? <Badge tone="neutral">Never ran</Badge> : <RunBadges run={{ status, failed }} />;
}

function LastRun({ task, now }: { task: ListedTask; now: number }) {
  if (task.status !== "processing") return timeOrNever(task.finished_at);
  const { left_ms } = estimatePace(task, now);
  return left_ms === null ? "Running" : `About ${durationText(left_ms)} left`;
}
