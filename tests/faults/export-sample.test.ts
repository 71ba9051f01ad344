import { afterAll, beforeAll, test } from "vitest";
import { isWhole } from "../support/by-night.ts";
import { patienceMs } from "../support/patience.ts";
import { expectExport } from "./export-orders.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterAll(() => app?.stop());

const count = isWhole ? 300 : 60;

test(`${count} orders are exported once each through lost and late answers, and the books agree`, () =>
  expectExport(app, { count, lateMs: 7000, timeoutMs: 2 * patienceMs }));
