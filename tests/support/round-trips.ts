import type { SentStatement, StatementRecorder } from "./statement-recorder.ts";

/** Statements sent after the answer: last use of a session, request counts, and results of integration calls. */
const isDeferred = ({ query }: SentStatement): boolean =>
  /last_seen_at =|request_minutes|insert into partners/.test(query);

/**
 * Statements that one request of this worker sends before its answer, grouped by round trip. Queued and scheduled jobs
 * run in other invocations and do not count.
 */
export async function recordTrips(
  recorder: StatementRecorder,
  request: () => Promise<{ headers: Headers }>,
): Promise<SentStatement[][]> {
  recorder.take();
  const id = (await request()).headers.get("x-request-id");
  if (id === null) throw new Error("the answer names no request");
  return recorder.takeTrips().filter((trip) => trip.some((sent) => sent.request_id === id && !isDeferred(sent)));
}

export const countRoundTrips = async (
  { recorder }: { recorder: StatementRecorder },
  request: () => Promise<{ headers: Headers }>,
): Promise<number> => (await recordTrips(recorder, request)).length;
