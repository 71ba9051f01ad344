import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { tasks as taskTable } from "../../../worker/contract/tasks.ts";
import type { TaskRun } from "../../../worker/domain/platform/index.ts";
import { IfAllowed } from "../../../worker/ui/access.tsx";
import { TimeText } from "../../../worker/ui/date.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";

type Failure = TaskRun["failures"][number];

const recordName = ({ record_name, record_id }: Failure): string => record_name ?? record_id;

/**
 * Failures of the newest run that has any. Failures before a completed run are not listed, because that run retried
 * them all.
 */
export function TaskFailures({ runs }: { runs: readonly TaskRun[] }) {
  const run = runs.find(({ failures, status }) => failures.length > 0 || status === "completed");
  if (!run || run.failures.length === 0) return null;
  return (
    <section>
      <h2>Failed records</h2>
      <Table rows={run.failures} id={({ record_id }) => record_id} columns={buildColumns(run)} />
    </section>
  );
}

const buildColumns = (run: TaskRun): Column<Failure>[] => [
  {
    label: taskTable[run.task].record,
    cell: (failure) => <a href={hrefOf(pages.adminSearch, {}, { q: failure.record_id })}>{recordName(failure)}</a>,
  },
  { label: "Reason", cell: ({ reason }) => reason, on_phones: "note" },
  { label: "When", cell: ({ at }) => <TimeText at={at} />, on_phones: "hidden" },
  { label: "Retry", cell: (failure) => <RetryForm run={run} failure={failure} /> },
];

const RetryForm = ({ run, failure }: { run: TaskRun; failure: Failure }) => (
  <IfAllowed access="integrations:act">
    <form method="post" action={hrefOf(pages.retryTaskRecord, { name: run.task, id: run.id })}>
      <input type="hidden" name="record_id" value={failure.record_id} />
      <input type="hidden" name="record_name" value={recordName(failure)} />
      <button className="button quiet" aria-label={`Try again: ${recordName(failure)}`}>
        Try again
      </button>
    </form>
  </IfAllowed>
);
