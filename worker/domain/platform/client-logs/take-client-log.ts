import type { z } from "zod/mini";
import type * as contract from "../../../contract/v1/application.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { consume } from "../limits/budgets.ts";
import { recordClientError } from "./record-client-error.ts";

const perMinute = 60;

/**
 * Writes what a client reports into the log, 60 times a minute for a session (T20). Its level is its own word: the line is one
 * of level info, so that nobody who is signed in can wake whoever is called for errors of the server. Errors and warnings are counted by their
 * kind, too, once the answer is on its way. Throws TooManyRequests.
 */
export async function takeClientLog(ctx: Ctx, entry: z.output<typeof contract.takeClientLog.body>): Promise<void> {
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

/** Links of mails carry their secret in the path, hand-offs in the query: only the origin and first segment of an address are kept. */
function withoutQuery(event: z.output<typeof contract.takeClientLog.body>["event"]) {
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
