import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Appends to the file in FAILED_TESTS which tests failed and why, and the paths of files that could not be loaded. */
export default class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env["FAILED_TESTS"];
    if (!file) return;
    for (const module of modules) {
      if (module.errors().length > 0) appendFileSync(file, `${module.relativeModuleId}\n`);
      for (const test of module.children.allTests("failed")) {
        appendFileSync(file, `${module.relativeModuleId} > ${test.fullName}\n${reasonOf(test)}`);
      }
    }
  }
}

/** The first lines of a long difference are enough to tell one cause from another. */
function reasonOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const lines = error?.message.split("\n").slice(0, 3) ?? [];
  const line = error?.stacks?.at(0)?.line;
  return [...lines, ...(line === undefined ? [] : [`line ${line}`])].map((text) => `    ${text}\n`).join("");
}
