import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take longest, roughly; any other is taken for `usual`. Only the balance depends on them. */
const known: Record<string, number> = {
  "e2e/states-dark.test.ts": 100,
  "e2e/states.test.ts": 45,
  "ops/setup.test.ts": 15,
  "ops/audit/verify.test.ts": 36,
  "v1/sso/sign-in-code.test.ts": 30,
  "ops/roll-out.test.ts": 35,
  "ops/deploy.test.ts": 28,
  "v1/store/checkout-faults.test.ts": 28,
  "faults/cut-points.test.ts": 27,
  "v1/admin/net-suite/exports.test.ts": 27,
  "v1/sso/phone/verify.test.ts": 27,
  "v1/admin/books.test.ts": 26,
  "http/unavailable.test.ts": 26,
  "faults/worker-and-database.test.ts": 26,
  "ops/doctor.test.ts": 25,
  "http/deep-health.test.ts": 25,
  "v1/callbacks/net-suite.test.ts": 24,
  "http/body.test.ts": 24,
  "e2e/first-day/first-day.test.ts": 24,
  "http/request-metrics.test.ts": 23,
  "http/access.test.ts": 22,
  "v1/callbacks/stripe.test.ts": 22,
  "ops/previous-release.test.ts": 22,
  "v1/callbacks/email.test.ts": 21,
  "v1/admin/accounting/net-suite-refusals.test.ts": 21,
  "v1/admin/orders/line-refunds.test.ts": 21,
  "v1/callbacks/endings/given-back.test.ts": 21,
  "faults/export-sample.test.ts": 20,
  "v1/admin/orders.test.ts": 20,
  "sandbox/start.test.ts": 19,
  "faults/callbacks.test.ts": 19,
  "v1/admin/builds/imports.test.ts": 18,
  "v1/admin/shipping/tracking.test.ts": 18,
  "e2e/forms/captcha.test.ts": 15,
  "e2e/admin/integrations.test.ts": 14,
  "e2e/store/looks.test.ts": 14,
  "e2e/buying/checkout-corrections.test.ts": 13,
  "v1/admin/builds/disturbed.test.ts": 12,
  "http/outside/cold-start.test.ts": 12,
  "e2e/forms/checks.test.ts": 12,
  "e2e/admin/product-pictures.test.ts": 11,
  "e2e/buying/two-payments.test.ts": 11,
  "e2e/account/recover-password.test.ts": 11,
  "e2e/portal/people.test.ts": 10,
  "e2e/design.test.ts": 10,
  "e2e/account/landing.test.ts": 10,
};
const usual = 6;

const secondsOf = ({ moduleId }: TestSpecification): number =>
  Object.entries(known).find(([end]) => moduleId.endsWith(`/tests/${end}`))?.[1] ?? usual;

const longestFirst = (files: TestSpecification[]): TestSpecification[] =>
  files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || one.moduleId.localeCompare(other.moduleId));

/** The longest first, so that nobody waits for one that began last; and shards that take as long as each other. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files);
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { count, index } = this.ctx.config.shard ?? { count: 1, index: 1 };
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: new Array<TestSpecification>() }));
    for (const file of longestFirst(files)) {
      const least = shards.reduce((one, other) => (other.seconds < one.seconds ? other : one));
      least.seconds += secondsOf(file);
      least.files.push(file);
    }
    return shards[index - 1]?.files ?? [];
  }
}
