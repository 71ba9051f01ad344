import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Writes a line for each test that failed, or that passed at its second try only, to the file UNSTEADY_FILE. */
export default class UnsteadyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const path = process.env["UNSTEADY_FILE"];
    const { state, errors } = test.result();
    const isFlaky = test.diagnostic()?.flaky === true;
    if (!path || (state !== "failed" && !isFlaky)) return;
    const why = errors?.[0]?.message.split("\n")[0] ?? "";
    const what = isFlaky ? "second try" : "FAILED";
    appendFileSync(
      path,
      `${what}  ${test.module.relativeModuleId} > ${test.fullName}\n            ${why.slice(0, 300)}\n`,
    );
  }
}
