/** The isolate rests after each hash, so that other requests are answered in between, in milliseconds. */
const restMs = 60;
const hashMs = 50;
const pollMs = 20;
const queueMax = { strangers: 96, known: 192 };
/** A caller that went away stops asking; a holder that was cancelled is overtaken, in milliseconds. */
const goneAfterMs = 2000;
const heldMs = 10_000;

type Line = keyof typeof queueMax;
const lines: Record<Line, Map<number, number>> = { known: new Map(), strangers: new Map() };
let lastTicket = 0;
let busyUntil = 0;

/**
 * Runs `work` alone in this isolate, known people before strangers, each line in order of arrival. Answers undefined at once
 * when too many wait already. Everybody polls on a timer of his own request: on workerd a promise or timer of one request
 * may not wake another.
 */
export async function oneAtATime<T>(line: Line, work: () => Promise<T>): Promise<T | undefined> {
  if (lines[line].size >= queueMax[line]) return undefined;
  lastTicket += 1;
  const ticket = lastTicket;
  while (!isTurnOf(line, ticket)) await new Promise((resolve) => setTimeout(resolve, pollMs));
  const started = Date.now();
  busyUntil = started + heldMs;
  try {
    return await work();
  } finally {
    const ended = Date.now();
    busyUntil = ended - started > hashMs ? ended + restMs : 0;
  }
}

function isTurnOf(line: Line, ticket: number): boolean {
  const now = Date.now();
  lines[line].set(ticket, now);
  for (const each of [lines.known, lines.strangers]) {
    for (const [other, seen] of each) {
      if (now - seen > goneAfterMs) each.delete(other);
      else if (other !== ticket) return false;
      else if (now < busyUntil) return false;
      else return each.delete(ticket);
    }
  }
  return false;
}
