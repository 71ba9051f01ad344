import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import FailedTestsReporter from "./support/failed-tests-reporter.ts";
import { patienceMs } from "./support/patience.ts";
import LongestFirst from "./support/sequencer.ts";

/** Tests that take minutes, or measure: `npm run test:nightly` runs them, `npm test` does not. */
const nightly = [
  "tests/faults/exports.test.ts",
  "tests/faults/exports-large.test.ts",
  "tests/domain/large-lists.test.ts",
  "tests/domain/large-console.test.ts",
  "tests/domain/large-requests.test.ts",
  "tests/domain/large-exports.test.ts",
  "tests/v1/admin/large-build.test.ts",
  "tests/v1/admin/large-import.test.ts",
  "tests/v1/brute-force.test.ts",
  "tests/v1/enumeration.test.ts",
  "tests/v1/admin/large-books.test.ts",
  "tests/faults/products-sync-large.test.ts",
  // Builds and compilations that only the scaffold, React and the plugins can break.
  "tests/tools/new-call.test.ts",
  "tests/http/renderers.test.ts",
  "tests/ops/deployed-pages.test.ts",
  // These tests take minutes or send a flood of requests, and only changes in `ops/` or `sandbox/` can break them.
  "tests/ops/guide.test.ts",
  "tests/ops/rehearse.test.ts",
  "tests/sandbox/ticks.test.ts",
];

/** By day a sample of cases and longer timeouts, by night all cases (support/by-night.ts). */
const sampled = [
  "tests/faults/cut-points.test.ts",
  "tests/faults/export-sample.test.ts",
  "tests/faults/invoice-verbs.test.ts",
  "tests/faults/tasks.test.ts",
  "tests/http/access.test.ts",
  "tests/http/body.test.ts",
  "tests/http/edge/shared-cache.test.ts",
  "tests/http/fuzz/*.test.ts",
  "tests/http/one-batch.test.ts",
  "tests/http/pages/one-trip.test.ts",
  "tests/http/staff-walk.test.ts",
  "tests/http/outside/cold-start.test.ts",
  "tests/http/unavailable.test.ts",
  "tests/ops/audit/verify.test.ts",
  "tests/ops/deploy.test.ts",
  "tests/ops/doctor.test.ts",
  "tests/ops/roll-out.test.ts",
  "tests/ops/setup.test.ts",
  "tests/sandbox/start.test.ts",
  "tests/v1/admin/builds/disturbed.test.ts",
  "tests/v1/admin/finance-histories.test.ts",
  "tests/v1/admin/finance-zones.test.ts",
  "tests/v1/admin/net-suite-exports.test.ts",
  "tests/v1/callbacks/stripe.test.ts",
  "tests/v1/mail/long-outage.test.ts",
  "tests/v1/races.test.ts",
  "tests/v1/sso/captcha.test.ts",
  "tests/v1/sso/factor-timing.test.ts",
  "tests/v1/sso/impersonation-refusals.test.ts",
  "tests/v1/sso/sign-in-code.test.ts",
  "tests/v1/store/checkout-faults.test.ts",
];

/** Browser tests that `npm test` skips: they run by night, and when browser test files are named. */
const nightlyInBrowser = [
  // Colors change neither texts nor sizes, and a daytime test checks the kit's dark pages.
  "tests/e2e/states-dark.test.ts",
  // Sets up and runs a new shop through its screens alone; daytime tests cover each of these screens.
  "tests/e2e/first-day/first-day.test.ts",
  // Users of the demo shop walk through the portal; daytime tests cover each of its screens.
  "tests/e2e/portal/seeded.test.ts",
];

const shared = {
  // The files of a process share its modules, because no file changes what others import and each import costs time.
  isolate: false,
  globalSetup: ["tests/support/global-setup.ts"],
  pool: "forks" as const,
  expect: { poll: { timeout: patienceMs } },
  testTimeout: 4 * patienceMs,
  hookTimeout: 4 * patienceMs,
};

export default defineConfig({
  root: resolve(import.meta.dirname, ".."),
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new FailedTestsReporter()],
    projects: [
      {
        test: {
          ...shared,
          name: "api",
          include: ["tests/{contract,v1,domain,faults,ops,http,repository,sandbox,tools}/**/*.test.{ts,tsx}"],
          exclude: nightly,
          maxWorkers: 4,
        },
      },
      // `npm run examples`: not a test, but it needs the demo shop as the tests do.
      { test: { ...shared, name: "examples", include: ["tools/examples/record.ts"] } },
      { test: { ...shared, name: "nightly", include: [...nightly, ...sampled], maxWorkers: 2 } },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: process.env["BY_NIGHT"] ? [] : nightlyInBrowser,
          // One file at a time, because the tests measure time.
          fileParallelism: false,
        },
      },
    ],
  },
});
