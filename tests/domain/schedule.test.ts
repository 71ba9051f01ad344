import { expect, test } from "vitest";
import { cron, jobsDueAt, jobNames, formatSchedule } from "../../worker/cron.ts";
import { readDeployment } from "../../sandbox/run/wrangler-toml.ts";

test("Cloudflare is asked for one time, at which everything that is due runs", () => {
  expect(readDeployment().crons).toEqual([cron]);
});

test("each job is due at its times and at no other", () => {
  const midnight = Date.parse("2026-11-22T00:00:00Z");
  const counts = new Map(jobNames.map((name) => [name, 0]));
  for (let minute = 0; minute < 24 * 60; minute += 1)
    for (const name of jobsDueAt(new Date(midnight + minute * 60_000))) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({
    "deliver-outbox": 96,
    "sweep-payments": 96,
    "apply-scheduled-prices": 96,
    "raise-alarms": 1440,
    "clean-up": 24,
    "anchor-audit": 24,
    "reconcile-payments": 24,
    "continue-tasks": 96,
    organizations: 1,
    products: 1,
    invoices: 96,
    "tracking-number": 96,
    "flowpoint-versions": 24,
    "plugins-builds": 24,
    "subscription-status": 24,
    shipping: 24,
    books: 1,
  });
  expect(jobsDueAt(new Date("2026-11-22T04:45:30Z"))).toContain("reconcile-payments");
  expect(jobsDueAt(new Date("2026-11-22T04:15:00Z"))).toContain("clean-up");
  expect(jobsDueAt(new Date("2026-11-22T02:15:00Z"))).toContain("products");
  expect(jobsDueAt(new Date("2026-11-22T03:15:00Z"))).not.toContain("products");
  expect(formatSchedule("products")).toBe("each day at 02:15 UTC");
});
