import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { tasks as taskTable } from "../../../worker/contract/tasks.ts";
import type { TaskRun } from "../../../worker/domain/platform/index.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";

type Failure = TaskRun["failures"][number];

/** The newest complete run retried all earlier failures. */
export function TaskFailures({ runs }: { runs: readonly TaskRun[] }) {
  const run = runs.find(({ failures, status }) => failures.length > 0 || status === "completed");
  if (!run || run.failures.length === 0) return null;
  return (
    <section>
      <h2>Failed records</h2>
      <Table rows={run.failures} id={({ record_id }) => record_id} columns={columnsOf(run)} />
    </section>
  );
}

const columnsOf = (run: TaskRun): Column<Failure>[] => [
  {
    label: taskTable[run.task].record,
    cell: ({ record_id }) => <a href={hrefOf(pages.adminSearch, {}, { q: record_id })}>{record_id}</a>,
  },
  { label: "Reason", cell: ({ reason }) => reason, on_phones: "note" },
  { label: "When", cell: ({ at }) => <TimeText at={at} />, on_phones: "hidden" },
  { label: "Retry", cell: ({ record_id }) => <RetryForm run={run} record_id={record_id} /> },
];

const RetryForm = ({ run, record_id }: { run: TaskRun; record_id: string }) => (
  <form method="post" action={hrefOf(pages.retryTaskRecord, { name: run.task, id: run.id })}>
    <input type="hidden" name="record_id" value={record_id} />
    <button className="button quiet" aria-label={`Try again: ${record_id}`}>
      Try again
    </button>
  </form>
);
