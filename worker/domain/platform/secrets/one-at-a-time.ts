/** Pause after each hash, in which the isolate handles other requests, in milliseconds. */
const restMs = 60;
const pollMs = 20;
/** Longer than a hash and a pause, in milliseconds: if the last work ended longer ago, no pause is due. */
const overMs = 1000;
const queueMax = { strangers: 96, known: 192 };
/**
 * Milliseconds after which a waiter that stopped polling is dropped, and after which a canceled holder loses its turn.
 */
const goneAfterMs = 2000;
const heldMs = 10_000;

type Queue = keyof typeof queueMax;
const queues: Record<Queue, Map<number, number>> = { known: new Map(), strangers: new Map() };
let lastTicket = 0;
let busyUntil = 0;
/** Clock reading at the end of the last work, until the pause after it begins. */
let endedAt: number | undefined;

/**
 * Runs `work` alone in this isolate, known users before strangers, each queue in order of arrival. Returns undefined at
 * once if the queue is full. Each caller polls on a timer of its own request: on workerd a promise or timer of one
 * request may not wake another. On Cloudflare the clock does not advance while a request computes
 * (developers.cloudflare.com/workers/runtime-apis/performance), so the duration of a hash is unknown: the pause begins
 * with the next clock reading of another request, whose timer has advanced the clock.
 */
export async function runOneAtATime<T>(queue: Queue, work: () => Promise<T>): Promise<T | undefined> {
  if (queues[queue].size >= queueMax[queue]) return undefined;
  lastTicket += 1;
  const ticket = lastTicket;
  while (!tryTakeTurn(queue, ticket)) await new Promise((resolve) => setTimeout(resolve, pollMs));
  busyUntil = Date.now() + heldMs;
  try {
    return await work();
  } finally {
    busyUntil = 0;
    endedAt = Date.now();
  }
}

function tryTakeTurn(queue: Queue, ticket: number): boolean {
  const now = Date.now();
  if (endedAt !== undefined) {
    busyUntil = now - endedAt < overMs ? now + restMs : 0;
    endedAt = undefined;
  }
  queues[queue].set(ticket, now);
  for (const waiters of [queues.known, queues.strangers]) {
    for (const [other, polledAt] of waiters) {
      if (now - polledAt > goneAfterMs) waiters.delete(other);
      else if (other !== ticket) return false;
      else if (now < busyUntil) return false;
      else return waiters.delete(ticket);
    }
  }
  return false;
}
