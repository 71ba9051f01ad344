import { z } from "zod";
import { until } from "../../sandbox/process/deadline.ts";
import { patienceMs } from "./patience.ts";

const countsSchema = z.object({ underway: z.array(z.string()) });

/** How many steps follow each other: an event is taken, which makes the next one. */
const stepsMax = 4;

/** Ids of webhooks that the fake payment provider has not delivered yet. */
export async function listUnderway(sandboxUrl: string): Promise<string[]> {
  return countsSchema.parse(await (await fetch(`${sandboxUrl}/stripe/deliveries`)).json()).underway;
}

/**
 * Waits for what is there now and for what follows from it. Other tests add their own all the time, so that there may
 * never be nothing.
 */
export async function untilGone(listWaiting: () => Promise<string[]>): Promise<void> {
  let awaitedIds: string[] | undefined;
  let steps = 0;
  const isDone = await until(patienceMs, async () => {
    const waitingIds = await listWaiting();
    if (awaitedIds?.some((id) => waitingIds.includes(id))) return false;
    if (awaitedIds) steps += 1;
    awaitedIds = waitingIds;
    return awaitedIds.length === 0 || steps === stepsMax;
  });
  if (!isDone) throw new Error(`still waiting: ${awaitedIds?.join(", ")}`);
}
