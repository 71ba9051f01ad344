import type { ListedTask } from "../../../worker/domain/platform/index.ts";
import { Progress } from "../../../worker/ui/figures/progress.tsx";
import { estimatePace, durationText } from "./durations.ts";

export function TaskProgress({ task, now }: { task: ListedTask; now: number }) {
  const { found, expected } = task;
  const { rate, left_ms } = estimatePace(task, now);
  const isKnown = expected !== null && found <= expected;
  const pace = found === 0 ? "Just started" : `${formatRate(rate)} per second`;
  return (
    <>
      {isKnown && expected > 0 ? (
        <Progress label="Records" value={found} max={expected} />
      ) : (
        <Progress label={`${found.toLocaleString("en-US")} records so far`} max={1} />
      )}
      <p className="small">
        {pace}
        {left_ms !== null && found > 0 && `, about ${durationText(left_ms)} left`}.
      </p>
    </>
  );
}

const formatRate = (rate: number) => (rate >= 10 ? Math.round(rate).toLocaleString("en-US") : rate.toFixed(1));
