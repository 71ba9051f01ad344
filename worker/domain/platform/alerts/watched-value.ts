import type { SQL } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/**
 * A number that raises an alarm above `max`. The heading of its runbook in ops/runbooks.md contains `name`; `says` has
 * # in place of the number.
 */
export type MonitoredValue = { name: string; says: string; max: number; value: SQL | ((ctx: Ctx) => SQL) };
