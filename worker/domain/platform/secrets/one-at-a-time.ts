/** The isolate rests after each hash, so that other requests are answered in between, in milliseconds. */
const restMs = 60;
const pollMs = 20;
/** Longer than a hash and a rest: whoever comes so long after the clock's last reading need not rest. */
const overMs = 1000;
const queueMax = { strangers: 96, known: 192 };
/** A caller that went away stops asking; a holder that was cancelled is overtaken, in milliseconds. */
const goneAfterMs = 2000;
const heldMs = 10_000;

type Queue = keyof typeof queueMax;
const queues: Record<Queue, Map<number, number>> = { known: new Map(), strangers: new Map() };
let lastTicket = 0;
let busyUntil = 0;
/** The clock when the last work ended; the rest after it has not begun. */
let endedAt: number | undefined;

/**
 * Runs `work` alone in this isolate, known people before strangers, each queue in order of arrival. Answers undefined at once
 * when too many wait already. Everybody polls on a timer of their own request: on workerd a promise or timer of one request
 * may not wake another. On Cloudflare the clock stands still while a request computes
 * (developers.cloudflare.com/workers/runtime-apis/performance), so that nobody can tell how long a hash took: the rest begins
 * with the next reading of the clock by somebody else, whose timer has let it go on.
 */
export async function oneAtATime<T>(queue: Queue, work: () => Promise<T>): Promise<T | undefined> {
  if (queues[queue].size >= queueMax[queue]) return undefined;
  lastTicket += 1;
  const ticket = lastTicket;
  while (!isTurnOf(queue, ticket)) await new Promise((resolve) => setTimeout(resolve, pollMs));
  busyUntil = Date.now() + heldMs;
  try {
    return await work();
  } finally {
    busyUntil = 0;
    endedAt = Date.now();
  }
}

function isTurnOf(queue: Queue, ticket: number): boolean {
  const now = Date.now();
  if (endedAt !== undefined) {
    busyUntil = now - endedAt < overMs ? now + restMs : 0;
    endedAt = undefined;
  }
  queues[queue].set(ticket, now);
  for (const each of [queues.known, queues.strangers]) {
    for (const [other, seen] of each) {
      if (now - seen > goneAfterMs) each.delete(other);
      else if (other !== ticket) return false;
      else if (now < busyUntil) return false;
      else return each.delete(ticket);
    }
  }
  return false;
}
