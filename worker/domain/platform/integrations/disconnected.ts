import { type SQL, sql } from "drizzle-orm";
import type { IntegrationName } from "../../../../db/enums.ts";
import { taskNames, tasks } from "../../../contract/tasks.ts";
import type { ReadCtx } from "../../context.ts";
import { texts } from "../../sql.ts";

/** Optional integrations that have no settings in this shop. */
function disconnectedIntegrations({ gateways }: ReadCtx): IntegrationName[] {
  const optional: [IntegrationName, unknown][] = [
    ["net-suite", gateways.netSuite],
    ["fulex", gateways.fulex],
    ["builds", gateways.builds],
    ["sms", gateways.sms],
  ];
  return optional.flatMap(([name, gateway]) => (gateway === undefined ? name : []));
}

/**
 * Condition that the integration in `column` is connected. A disconnected one is never called, so its last failure
 * would count for ever.
 */
export const isConnected = (ctx: ReadCtx, column: string): SQL =>
  sql`${sql.raw(column)} <> all(${texts(disconnectedIntegrations(ctx))})`;

/** Condition that the integration of the task in `column` is connected; true for jobs. */
export function isTaskConnected(ctx: ReadCtx, column: string): SQL {
  const disconnected = disconnectedIntegrations(ctx);
  const names = taskNames.filter((name) => disconnected.includes(tasks[name].integration));
  return sql`${sql.raw(column)} <> all(${texts(names)})`;
}
