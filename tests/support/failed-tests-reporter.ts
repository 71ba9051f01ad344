import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Appends failed tests with their causes, and files that could not be loaded, to the file in FAILED_TESTS. */
export default class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env["FAILED_TESTS"];
    if (!file) return;
    for (const module of modules) {
      if (module.errors().length > 0) appendFileSync(file, `${module.relativeModuleId}\n`);
      for (const test of module.children.allTests("failed")) {
        appendFileSync(file, `${module.relativeModuleId} > ${test.fullName}\n${formatReason(test)}`);
      }
    }
  }
}

/** The first lines of a long diff are enough to tell causes apart. */
function formatReason(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const lines = error?.message.split("\n").slice(0, 3) ?? [];
  const line = error?.stacks?.at(0)?.line;
  return [...lines, ...(line === undefined ? [] : [`line ${line}`])].map((text) => `    ${text}\n`).join("");
}
