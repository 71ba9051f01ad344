import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take longest, roughly; any other is taken for `usual`. Only the balance depends on them. */
const known: Record<string, number> = {
  "e2e/states-dark.test.ts": 150,
  "e2e/states.test.ts": 120,
  "v1/store/checkout-faults.test.ts": 63,
  "http/access.test.ts": 45,
  "faults/cut-points.test.ts": 44,
  "ops/deploy.test.ts": 38,
  "ops/audit/verify.test.ts": 38,
  "sandbox/start.test.ts": 34,
  "e2e/store/looks.test.ts": 32,
  "ops/doctor.test.ts": 31,
  "e2e/buying/checkout-corrections.test.ts": 28,
  "e2e/forms/checks.test.ts": 27,
  "http/body.test.ts": 27,
  "faults/callbacks.test.ts": 25,
  "v1/sso/sign-in-code.test.ts": 25,
  "faults/tasks.test.ts": 24,
  "v1/admin/net-suite/exports.test.ts": 23,
  "http/edge/shared-cache.test.ts": 22,
  "ops/rehearse.test.ts": 22,
  "faults/worker-and-database.test.ts": 22,
  "e2e/forms/captcha.test.ts": 22,
  "e2e/store/subscriptions.test.ts": 22,
  "http/outside/cold-start.test.ts": 21,
  "http/unavailable.test.ts": 21,
  "e2e/forms/failures.test.ts": 21,
  "faults/inactivation.test.ts": 20,
  "http/fuzz/calls.test.ts": 20,
  "e2e/design.test.ts": 20,
  "e2e/account/recover-password.test.ts": 19,
  "e2e/forms/license.test.ts": 19,
  "v1/admin/builds/disturbed.test.ts": 18,
  "e2e/portal/people.test.ts": 18,
  "e2e/store/refunds.test.ts": 17,
  "http/metrics.test.ts": 17,
  "faults/double-submit.test.ts": 16,
  "ops/previous-release.test.ts": 16,
};
const usual = 12;

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
