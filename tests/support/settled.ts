import { z } from "zod";
import { until } from "../../sandbox/process/deadline.ts";
import { patienceMs } from "./patience.ts";

const countsSchema = z.object({ underway: z.array(z.string()) });

/** Longest chain of steps: processing one event may cause the next. */
const maxSteps = 4;

/** Ids of webhooks that the fake payment provider has not delivered yet. */
export async function listUnderway(sandboxUrl: string): Promise<string[]> {
  return countsSchema.parse(await (await fetch(`${sandboxUrl}/stripe/deliveries`)).json()).underway;
}

/**
 * Waits for the present items and for those that follow from them. Other tests keep adding items, so the list may
 * never be empty.
 */
export async function waitUntilGone(listWaiting: () => Promise<string[]>): Promise<void> {
  let awaitedIds: string[] | undefined;
  let steps = 0;
  const isDone = await until(patienceMs, async () => {
    const waitingIds = await listWaiting();
    if (awaitedIds?.some((id) => waitingIds.includes(id))) return false;
    if (awaitedIds) steps += 1;
    awaitedIds = waitingIds;
    return awaitedIds.length === 0 || steps === maxSteps;
  });
  if (!isDone) throw new Error(`still waiting: ${awaitedIds?.join(", ")}`);
}
