import { useContext } from "react";
import type { TaskRun } from "../../../worker/domain/platform/index.ts";
import { TimeText, timeText, TimeZone } from "../../../worker/ui/date.tsx";
import { Plot } from "../../../worker/ui/figures/plot.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { RunBadges } from "../../../worker/ui/parts/status-badges.tsx";
import { durationText } from "./durations.ts";

export function TaskRuns({ runs }: { runs: readonly TaskRun[] }) {
  const zone = useContext(TimeZone);
  if (runs.length === 0)
    return <EmptyState drawing="things">No runs yet. Runs and their failures will be listed here.</EmptyState>;
  const finishedRuns = runs.filter(({ finished_at }) => finished_at !== null).toReversed();
  return (
    <section>
      <h2>Runs</h2>
      {finishedRuns.length > 1 && (
        <Plot
          title="Records per run"
          points={finishedRuns.map(({ started_at, found }) => ({ label: timeText(started_at, zone), value: found }))}
        />
      )}
      <Table rows={runs} id={({ id }) => id} columns={columns} />
    </section>
  );
}

const starterText = ({ started_by }: TaskRun) =>
  started_by ? `${started_by.first_name} ${started_by.last_name}` : "Schedule";
const runTimeText = ({ started_at, finished_at }: TaskRun) =>
  finished_at ? durationText(Date.parse(finished_at) - Date.parse(started_at)) : "";
const numberText = (count: number) => count.toLocaleString("en-US");

const RunState = ({ run }: { run: TaskRun }) => (
  <>
    <RunBadges run={run} /> {run.error !== null && <small>{run.error}</small>}
  </>
);

const columns: readonly Column<TaskRun>[] = [
  { label: "Started", cell: ({ started_at }) => <TimeText at={started_at} /> },
  { label: "Started by", cell: starterText, on_phones: "note" },
  { label: "State", cell: (run) => <RunState run={run} /> },
  { label: "Duration", cell: runTimeText, on_phones: "hidden" },
  { label: "Processed", cell: ({ processed }) => numberText(processed), is_number: true, on_phones: "hidden" },
  { label: "Records", cell: ({ found }) => numberText(found), is_number: true },
];
