import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take longest, roughly; any other is taken for `usual`. Only the balance depends on them. */
const known: Record<string, number> = {
  "e2e/states-dark.test.ts": 100,
  "v1/admin/net-suite/exports.test.ts": 56,
  "v1/admin/builds/imports.test.ts": 55,
  "v1/sso/sign-in-code.test.ts": 51,
  "http/staff-access.test.ts": 50,
  "ops/roll-out.test.ts": 48,
  "http/access.test.ts": 42,
  "faults/cut-points.test.ts": 41,
  "v1/admin/books.test.ts": 40,
  "ops/doctor.test.ts": 40,
  "v1/callbacks/endings/given-back.test.ts": 40,
  "faults/worker-and-database.test.ts": 39,
  "faults/callbacks.test.ts": 39,
  "v1/callbacks/stripe.test.ts": 39,
  "ops/audit/verify.test.ts": 39,
  "http/edge/shared-cache.test.ts": 38,
  "v1/store/checkout-faults.test.ts": 35,
  "e2e/jobs/demo-shop.test.ts": 35,
  "ops/previous-release.test.ts": 34,
  "http/fuzz/calls.test.ts": 33,
  "http/unavailable.test.ts": 32,
  "http/deep-health.test.ts": 30,
  "v1/admin/orders/line-refunds.test.ts": 29,
  "http/pages/admin/order.test.ts": 29,
  "faults/inactivation.test.ts": 28,
  "e2e/states.test.ts": 28,
  "v1/admin/invoices/verbs.test.ts": 28,
  "http/fuzz/addresses.test.ts": 27,
  "v1/admin/orders.test.ts": 27,
  "v1/admin/builds/disturbed.test.ts": 26,
  "ops/deploy.test.ts": 25,
  "http/staff-walk.test.ts": 25,
  "v1/admin/accounting/net-suite-refusals.test.ts": 25,
  "sandbox/start.test.ts": 25,
  "http/request-metrics.test.ts": 25,
  "e2e/first-day/first-day.test.ts": 24,
  "http/body.test.ts": 24,
  "faults/export-sample.test.ts": 24,
  "v1/callbacks/net-suite.test.ts": 23,
  "http/fuzz/sequences.test.ts": 23,
  "v1/sso/phone/verify.test.ts": 22,
  "ops/stripe-endpoints.test.ts": 22,
  "http/pages/one-trip.test.ts": 22,
  "v1/admin/orders/refund-approvals.test.ts": 21,
  "http/metrics.test.ts": 19,
  "faults/lease.test.ts": 19,
  "faults/model/model.test.ts": 18,
  "ops/setup.test.ts": 18,
  "http/wrong-row.test.ts": 17,
  "ops/doctor-production.test.ts": 17,
  "e2e/forms/captcha.test.ts": 16,
  "faults/connections.test.ts": 16,
  "http/pages/lists.test.ts": 16,
  "http/extra-keys.test.ts": 16,
  "v1/admin/tasks.test.ts": 15,
  "v1/admin/shipping/tracking.test.ts": 15,
  "http/outside/cold-start.test.ts": 15,
  "faults/products-sync.test.ts": 15,
  "v1/store/renewal-confirmation.test.ts": 15,
  "v1/admin/orders/failed-refunds.test.ts": 15,
  "http/pages/export.test.ts": 14,
  "ops/migrations.test.ts": 14,
  "e2e/admin/integrations.test.ts": 14,
  "ops/contracts.test.ts": 14,
  "v1/callbacks/email.test.ts": 14,
  "v1/store/credit/spend.test.ts": 13,
  "v1/mail/provider.test.ts": 13,
  "v1/sso/redirect-uri.test.ts": 13,
  "http/pages/days-of-the-reader.test.ts": 13,
  "faults/double-submit.test.ts": 13,
  "e2e/forms/checks.test.ts": 10,
  "e2e/buying/checkout-corrections.test.ts": 10,
  "e2e/buying/two-payments.test.ts": 10,
  "e2e/portal/people.test.ts": 9,
  "e2e/admin/product-pictures.test.ts": 9,
  "e2e/account/recover-password.test.ts": 9,
  "e2e/layout.test.ts": 8,
};
const usual = 6;

const secondsOf = ({ moduleId }: TestSpecification): number =>
  Object.entries(known).find(([end]) => moduleId.endsWith(`/tests/${end}`))?.[1] ?? usual;

const longestFirst = (files: TestSpecification[]): TestSpecification[] =>
  files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || one.moduleId.localeCompare(other.moduleId));

/** Longest files first, so that no late start delays the end, and shards of equal duration. */
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
