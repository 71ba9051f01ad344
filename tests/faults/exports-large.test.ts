import { afterAll, beforeAll, test } from "vitest";
import { expectExport } from "./export-orders.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";

/** Orders to export: 100,000 take hours, at five orders a second on two busy cores. */
const count = Number(process.env["EXPORTED_ORDERS"] ?? 2000);
const timeoutMs = 600_000 + count * 300;
let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterAll(() => app?.stop());

test(
  `${count} orders are exported once each through lost and late answers, and the books agree`,
  { timeout: 2 * timeoutMs },
  () => expectExport(app, { count, lateMs: 7000, timeoutMs }),
);
