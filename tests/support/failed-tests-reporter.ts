import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Appends the titles of failed tests, and the paths of files that could not be loaded, to the file in FAILED_TESTS. */
export default class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env["FAILED_TESTS"];
    if (!file) return;
    for (const module of modules) {
      if (module.errors().length > 0) appendFileSync(file, `${module.relativeModuleId}\n`);
      for (const test of module.children.allTests("failed")) {
        appendFileSync(file, `${module.relativeModuleId} > ${test.fullName}\n`);
      }
    }
  }
}
