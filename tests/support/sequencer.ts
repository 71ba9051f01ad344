import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isNight } from "./by-night.ts";

/** Approximate seconds of the longest files; only the order of files and the balance of shards depend on them. */
const knownSeconds: Record<string, number> = {
  "e2e/states-dark.test.ts": 100,
  "ops/doctor.test.ts": 64,
  "v1/admin/refund-approvals.test.ts": 61,
  "http/access.test.ts": 58,
  "v1/admin/invoices/verbs.test.ts": 56,
  "http/staff-access.test.ts": 50,
  "v1/admin/net-suite-exports.test.ts": 49,
  "http/edge/shared-cache.test.ts": 46,
  "http/pages/one-trip.test.ts": 46,
  "v1/callbacks/stripe.test.ts": 44,
  "faults/worker-and-database.test.ts": 43,
  "e2e/list-filters.test.ts": 41,
  "ops/roll-out.test.ts": 41,
  "e2e/arrival.test.ts": 40,
  "e2e/jobs/demo-shop.test.ts": 40,
  "e2e/states.test.ts": 39,
  "v1/admin/books.test.ts": 39,
  "http/staff-walk.test.ts": 37,
  "ops/audit/verify.test.ts": 37,
  "ops/previous-release.test.ts": 36,
  "v1/admin/builds/imports.test.ts": 36,
  "v1/callbacks/endings/given-back.test.ts": 35,
  "http/palette.test.ts": 34,
  "faults/cut-points.test.ts": 32,
  "http/deep-health.test.ts": 32,
  "http/fuzz/addresses.test.ts": 32,
  "http/pages/admin/order.test.ts": 32,
  "v1/store/checkout-faults.test.ts": 31,
  "faults/callbacks.test.ts": 30,
  "http/extra-keys.test.ts": 30,
  "v1/admin/orders/failed-refunds.test.ts": 30,
  "v1/callbacks/net-suite.test.ts": 30,
  "http/body.test.ts": 29,
  "http/unavailable.test.ts": 29,
  "v1/admin/accounting/net-suite-refusals.test.ts": 29,
  "ops/deploy.test.ts": 28,
  "v1/admin/broadcasts/scheduled.test.ts": 28,
  "v1/admin/device-claims.test.ts": 27,
  "v1/admin/orders/line-refunds.test.ts": 27,
  "http/fuzz/calls.test.ts": 26,
  "v1/admin/books-accounting.test.ts": 26,
  "v1/mail/provider.test.ts": 25,
  "v1/sso/known-browser.test.ts": 25,
  "v1/sso/phone/verify.test.ts": 25,
  "e2e/first-day/first-day.test.ts": 24,
  "e2e/jobs/buying.test.ts": 24,
  "http/pages/invoices.test.ts": 24,
  "http/request-metrics.test.ts": 24,
  "v1/admin/net-suite/products.test.ts": 24,
  "v1/store/renewal-confirmation.test.ts": 24,
  "sandbox/start.test.ts": 23,
  "v1/admin/net-suite/tracking.test.ts": 23,
  "v1/admin/orders.test.ts": 23,
  "v1/admin/tasks.test.ts": 23,
  "faults/invoice-verbs.test.ts": 22,
  "http/pages/lists.test.ts": 22,
  "ops/stripe-endpoints.test.ts": 22,
  "v1/store/credit/spend.test.ts": 22,
  "http/metrics.test.ts": 21,
  "e2e/layout.test.ts": 20,
  "faults/export-sample.test.ts": 20,
  "faults/inactivation.test.ts": 20,
  "ops/setup.test.ts": 20,
  "v1/admin/shipping/tracking.test.ts": 20,
  "v1/sso/sign-in-code.test.ts": 20,
  "http/fuzz/sequences.test.ts": 19,
  "v1/callbacks/email.test.ts": 19,
  "e2e/list-widths.test.ts": 18,
  "faults/model/model.test.ts": 18,
  "v1/admin/notes/notes.test.ts": 18,
  "repository/references.test.ts": 17,
  "v1/admin/builds/disturbed.test.ts": 17,
  "v1/admin/net-suite/billing-after-fulfilment.test.ts": 17,
  "v1/admin/net-suite/organizations.test.ts": 17,
  "faults/connections.test.ts": 16,
  "faults/double-submit.test.ts": 16,
  "faults/lease.test.ts": 16,
  "http/outside/cold-start.test.ts": 16,
  "http/pages/round-trips.test.ts": 16,
  "ops/doctor-production.test.ts": 16,
  "ops/migrations.test.ts": 16,
  "v1/client/cancel-now.test.ts": 16,
  "e2e/forms/captcha.test.ts": 15,
  "faults/products-sync.test.ts": 15,
  "http/empty-parameters.test.ts": 15,
  "v1/client/pay-invoices.test.ts": 15,
  "v1/client/plan-switch-later.test.ts": 15,
  "e2e/admin/integrations.test.ts": 14,
  "http/logs.test.ts": 14,
  "http/one-batch.test.ts": 14,
  "http/pages/plain-forms.test.ts": 14,
  "http/rate-limit.test.ts": 14,
  "v1/client/own-plans.test.ts": 14,
  "http/hosts.test.ts": 13,
  "http/pages/admin/cancel-lines.test.ts": 13,
  "v1/admin/finance-histories.test.ts": 13,
  "e2e/buying/checkout-corrections.test.ts": 11,
  "e2e/buying/two-payments.test.ts": 11,
  "e2e/account/landing.test.ts": 10,
  "e2e/forms/checks.test.ts": 10,
  "e2e/account/recover-password.test.ts": 8,
  "e2e/portal/people.test.ts": 8,
};
const usualSeconds = 6;

/** Approximate seconds at night of files that test more cases then or run only then. */
const nightSeconds: Record<string, number> = {
  "v1/sso/factor-timing.test.ts": 2400,
  "http/fuzz/sequences.test.ts": 730,
  "faults/exports-large.test.ts": 406,
  "domain/large-lists.test.ts": 344,
  "v1/enumeration.test.ts": 330,
  "domain/large-exports.test.ts": 222,
  "http/fuzz/calls.test.ts": 140,
  "domain/large-console.test.ts": 137,
  "v1/admin/large-books.test.ts": 121,
  "v1/admin/large-build.test.ts": 104,
  "domain/large-requests.test.ts": 93,
};

const fileSeconds = Object.entries(isNight ? { ...knownSeconds, ...nightSeconds } : knownSeconds);

const findSeconds = ({ moduleId }: TestSpecification): number =>
  fileSeconds.find(([end]) => moduleId.endsWith(`/tests/${end}`))?.[1] ?? usualSeconds;

const sortLongestFirst = (files: TestSpecification[]): TestSpecification[] =>
  files.toSorted((one, other) => findSeconds(other) - findSeconds(one) || one.moduleId.localeCompare(other.moduleId));

/** Longest files first, so that no late start delays the end, and shards of equal duration. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return sortLongestFirst(files);
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { count, index } = this.ctx.config.shard ?? { count: 1, index: 1 };
    const shards = Array.from({ length: count }, () => ({ seconds: 0, files: new Array<TestSpecification>() }));
    for (const file of sortLongestFirst(files)) {
      const shortestShard = shards.reduce((one, other) => (other.seconds < one.seconds ? other : one));
      shortestShard.seconds += findSeconds(file);
      shortestShard.files.push(file);
    }
    return shards[index - 1]?.files ?? [];
  }
}
