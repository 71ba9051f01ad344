import { afterAll, beforeAll, test } from "vitest";
import { expectExportOf } from "./export-orders.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterAll(() => app?.stop());

test("300 orders are exported once each through lost and late answers, and the books agree", { timeout: 180_000 }, () =>
  expectExportOf(app, { count: 300, lateMs: 7000, timeoutMs: 150_000 }),
);
