import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/application.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { consume } from "../limits/budgets.ts";
import { recordClientError } from "./record-client-error.ts";

const perMinute = 60;

/**
 * Logs a client's report, at most 60 times a minute per session (T20). The line always has level info, so that a client
 * cannot raise server alarms. Errors and warnings are also counted in their group, after the response.
 */
export async function takeClientLog(ctx: Ctx, entry: InputOf<typeof contract.takeClientLog>["body"]): Promise<void> {
  const { session_id } = requireUser(ctx);
  await consume(ctx, [{ name: `client-log:${session_id}`, max: perMinute, window_s: 60 }]);
  ctx.log({
    event: "client",
    client_level: entry.level,
    message: entry.message,
    client_event: withoutQuery(entry.event),
    device: entry.device,
  });
  if (entry.level === "info") return;
  const { type = "other", url, data } = entry.event ?? {};
  const { stack, release } =
    typeof data === "object" && data !== null ? { stack: undefined, release: undefined, ...data } : {};
  const { level, message } = entry;
  ctx.defer(recordClientError(ctx, { level, message, type, url, stack, release }));
}

/**
 * Logs only the origin and the first path segment, because mailed links carry secrets in the path, and authorization
 * codes are in the query.
 */
function withoutQuery(event: InputOf<typeof contract.takeClientLog>["body"]["event"]) {
  const url = event?.url ? URL.parse(event.url) : null;
  return (
    event && {
      type: event.type,
      timestamp: event.timestamp,
      data: event.data,
      url: url ? `${url.origin}/${url.pathname.split("/")[1] ?? ""}` : undefined,
    }
  );
}
