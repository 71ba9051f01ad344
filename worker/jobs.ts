import { jobs } from "./cron.ts";
import { cleanUp } from "./domain/accounts/index.ts";
import { processEvents, reconcile } from "./domain/callbacks/index.ts";
import { sweepAttempts } from "./domain/payments/index.ts";
import type { Ctx } from "./domain/context.ts";
import { deliverOutbox } from "./domain/notifications/index.ts";
import { runExclusively } from "./domain/tasks/index.ts";

const verbs: Record<string, (ctx: Ctx) => Promise<{ found: number; processed: number }>> = {
  "deliver-outbox": deliverOutbox,
  "sweep-payments": sweepPayments,
  "reconcile-payments": reconcile,
  "clean-up": cleanUp,
};

/** Runs the job that belongs to a cron expression; a job never overlaps with itself. Throws on an expression without a job. */
export async function runJob(ctx: Ctx, cron: string): Promise<void> {
  const name = Object.entries(jobs).find(([, expression]) => expression === cron)?.[0];
  const verb = name === undefined ? undefined : verbs[name];
  if (name === undefined || !verb) throw new Error(`no job runs at ${cron}`);
  const started = Date.now();
  const hasRun = await runExclusively(ctx, name, () => verb(ctx));
  ctx.log({ event: "job", job: name, ran: hasRun, ms: Date.now() - started });
}

async function sweepPayments(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const events = await processEvents(ctx);
  const attempts = await sweepAttempts(ctx);
  return { found: events.found + attempts.found, processed: events.processed + attempts.processed };
}
