import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  globalSetup: ["tests/support/global-setup.ts"],
  pool: "forks" as const,
  // Generous, because the machine may be shared: a promise about time is asserted by its test.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  root: resolve(import.meta.dirname, ".."),
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "api",
          include: ["tests/{contract,v1,domain,faults,ops,pages,http,repository,sandbox}/**/*.test.{ts,tsx}"],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["tests/e2e/**/*.test.ts"],
          // One browser at a time: their timing is part of what they promise.
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
