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

/** Whether the integration named by `column` is connected. Others would fail for ever, because nothing calls them. */
export const isConnected = (ctx: ReadCtx, column: string): SQL =>
  sql`${sql.raw(column)} <> all(${texts(disconnectedIntegrations(ctx))})`;

/** Whether the integration of the task named by `column` is connected; true for jobs. */
export function isTaskConnected(ctx: ReadCtx, column: string): SQL {
  const disconnected = disconnectedIntegrations(ctx);
  const names = taskNames.filter((name) => disconnected.includes(tasks[name].integration));
  return sql`${sql.raw(column)} <> all(${texts(names)})`;
}
