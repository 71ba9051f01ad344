import type { SentStatement, StatementRecorder } from "./statement-recorder.ts";

/** Written after the answer: that a session is in use, counts of requests, and how calls of integrations ended. */
const isDeferred = ({ query }: SentStatement): boolean =>
  /last_seen_at =|request_minutes|insert into partners/.test(query);

/**
 * Statements that one request of this worker sends before its answer, by round trips. Those of queued and scheduled
 * jobs are of other invocations.
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

/** Round trips to the database that one request of this worker takes. */
export const countRoundTrips = async (
  { recorder }: { recorder: StatementRecorder },
  request: () => Promise<{ headers: Headers }>,
): Promise<number> => (await recordTrips(recorder, request)).length;
