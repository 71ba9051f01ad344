import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { Ctx } from "../../context.ts";
import { many, texts } from "../../sql.ts";
import type { JobCounts } from "../tasks/run-exclusively.ts";
import { monitoredValues } from "./watched.ts";

const reminderInterval = "6 hours";

const alarmRow = () => z.object({ name: z.string(), value: z.nullable(z.int()), is_bad: z.boolean() });

/**
 * Checks the monitored values and posts to ALARM_URL new alarms, reminders of lasting ones every six hours, and
 * recoveries. The state is saved only after the post succeeded, so that an alarm may be repeated but is never lost.
 * @throws GatewayError
 */
export async function raiseAlerts(ctx: Ctx): Promise<JobCounts> {
  const numbers = sql.join(
    monitoredValues.map(({ name, max, value }) => {
      const select = typeof value === "function" ? value(ctx) : value;
      return sql`(${name}::text, ${max}::int, (${select})::int)`;
    }),
    sql`, `,
  );
  const changes = await many(
    ctx,
    alarmRow,
    sql`
    select w.name, w.value, coalesce(w.value, 0) > w.max as is_bad
    from (values ${numbers}) w (name, max, value)
      left join alarms a on a.name = w.name
    where case
      when coalesce(w.value, 0) > w.max then a.name is null or a.told_at < now() - ${reminderInterval}::interval
      else a.name is not null
    end`,
  );
  if (changes.length === 0) return { found: 0, processed: 0 };
  const raised = changes.filter(({ is_bad }) => is_bad);
  await ctx.gateways.alarm.raise(formatAlert(ctx, changes));
  const rows = raised.map(({ name, value }) => sql`(${name}::text, ${value ?? 0}::int)`);
  const recovered = changes.filter(({ is_bad }) => !is_bad).map(({ name }) => name);
  await ctx.db.execute(sql`
    with resolved as (delete from alarms where name = any(${texts(recovered)}))
    insert into alarms as a (name, value)
    select b.name, b.value from (values ${sql.join([sql`(null, 0)`, ...rows], sql`, `)}) b (name, value)
    where b.name is not null
    on conflict (name) do update set told_at = now(), value = excluded.value`);
  return { found: changes.length, processed: changes.length };
}

const failureReportEachMs = 600_000;
let failureReportedAt = 0;

/**
 * Reports that the monitored values could not be read, for example when the database is down: at most every ten minutes
 * per isolate.
 */
export async function reportMonitoringFailure(ctx: Ctx, error: unknown): Promise<void> {
  // The alarm endpoint itself failed, so this report would fail as well.
  if (error instanceof GatewayError || Date.now() - failureReportedAt < failureReportEachMs) return;
  await ctx.gateways.alarm.raise(
    `CrunchBox at ${ctx.settings.PUBLIC_URL}\ndatabase-down: the scheduled check of the database failed`,
  );
  failureReportedAt = Date.now();
}

function formatAlert({ settings }: Ctx, changes: { name: string; value: number | null; is_bad: boolean }[]): string {
  const lines = changes.map(({ name, value, is_bad }) => {
    const says = monitoredValues.find((each) => each.name === name)?.says ?? name;
    return is_bad ? `${name}: ${says.replace("#", String(value))}` : `${name}: good again`;
  });
  return [`CrunchBox at ${settings.PUBLIC_URL}`, ...lines].join("\n");
}
