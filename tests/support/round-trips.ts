import type { RecordedWorker } from "./app.ts";
import type { SentStatement } from "./statement-recorder.ts";

/** Excludes queue jobs and work deferred until after the answer. */
export const isOfRequest = ({ query }: SentStatement): boolean =>
  !/update outbox|set last_seen_at|stripe_events|told_customers|insert into partners|insert into request_minutes|broadcast_recipients|from task_runs|from broadcasts where sent_at is null and send_at <= now\(\)|from scheduled_prices where starts_at <= now\(\)|where publish_at <= now\(\)|update (checkout_attempts|outbox|tax_reports|packages|refunds) r\s/.test(
    query,
  );

/** Round trips to the database that one request of this worker takes. */
export async function roundTripsOf({ recorder }: RecordedWorker, request: () => Promise<unknown>): Promise<number> {
  recorder.take();
  await request();
  return recorder.takeTrips().filter((trip) => trip.some(isOfRequest)).length;
}
