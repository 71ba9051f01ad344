import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { carrierNames } from "../../ops/rehearse/contracts/carrier.ts";
import { netSuiteNames } from "../../ops/rehearse/contracts/net-suite.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync(".github/workflows/*.yml", { cwd: root });
const readText = (file: string) => readFileSync(join(root, file), "utf8");

const splitJobs = (text: string) =>
  (text.split(/^jobs:\n/m)[1] ?? "").split(/^(?= {2}\S)/m).map((job) => ({ name: job.trim().split(":")[0], job }));
const findSecrets = (text: string) =>
  [...new Set([...text.matchAll(/secrets\.(\w+)/g)].map(([, name = ""]) => name))].toSorted();

test("every action is pinned by its commit and says its version: a tag can be moved to other code", () => {
  const usedActions = files.flatMap((file) =>
    [...readText(file).matchAll(/uses: (.+)$/gm)].map(([, each = ""]) => each),
  );
  expect(usedActions.length).toBeGreaterThan(8);
  const isPinned = (each: string) => /^\.\/|@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each);
  expect(usedActions.filter((each) => !isPinned(each))).toEqual([]);
});

test("the database owner's key is in a job that has no other secret, and whose environment is its own", () => {
  const jobs = files.flatMap((file) => splitJobs(readText(file)));
  const jobsWithSecrets = jobs.filter(({ name, job }) => name !== "contracts" && findSecrets(job).length > 0);
  expect(
    jobsWithSecrets.map(({ name, job }) => [name, findSecrets(job), /environment: (\S+ ?\S+ ?\S+)$/m.exec(job)?.[1]]),
  ).toEqual([
    ["migrate", ["MIGRATION_DATABASE_URL"], "${{ inputs.environment }}-database"],
    ["deploy", ["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_TOKEN", "SETTINGS"], "${{ inputs.environment }}"],
  ]);
});

test("the keys of the providers' test environments are in a job and an environment of their own", () => {
  const { job = "" } =
    splitJobs(readText(".github/workflows/nightly.yml")).find(({ name }) => name === "contracts") ?? {};
  expect(job).toMatch(/environment: contracts\n[\s\S]*run: npm ci\n[\s\S]*run: npm run test:contracts\n {8}env:\n/);
  const names = ["STRIPE_SECRET_KEY", ...netSuiteNames, ...carrierNames].map((name) => `TEST_${name}`);
  expect(findSecrets(job)).toEqual(names.toSorted());
});

test("the deployment takes the build of the tested commit, builds nothing and runs no package's script", () => {
  const deployJob =
    splitJobs(readText(".github/workflows/deploy.yml")).find(({ name }) => name === "deploy")?.job ?? "";
  const { job: built = "" } = splitJobs(readText(".github/workflows/ci.yml")).find(({ name }) => name === "test") ?? {};
  expect(built).toMatch(/run: \.ci\/run\n[\s\S]*npm run build\n[\s\S]*upload-artifact[\s\S]*path: dist\/preact/);
  expect(deployJob).toMatch(/npm ci --ignore-scripts\n[\s\S]*download-artifact[\s\S]*path: dist\/preact/);
  expect(deployJob).toContain("--built --migrated");
  // Packages are installed before the first secret is set.
  expect(deployJob.indexOf("npm ci")).toBeLessThan(deployJob.indexOf("secrets."));
});

test("every API test that has more cases by night runs by night, or among the faults of npm run test:money", () => {
  const nightlyPatterns = [...readText("tests/vitest.config.ts").matchAll(/"(tests\/[^"{]+\.test\.ts)"/g)].map(
    ([, path = ""]) => path,
  );
  const faultNames = [...readText("tools/money-tests/money.ts").matchAll(/^ {2}"([\w-]+)",$/gm)].map(
    ([, name]) => name,
  );
  const nightly = new Set([
    ...globSync(nightlyPatterns, { cwd: root }),
    ...faultNames.map((name) => `tests/faults/${name}.test.ts`),
  ]);
  const sampled = globSync("tests/{contract,domain,faults,http,ops,sandbox,v1}/**/*.test.ts", { cwd: root }).filter(
    (file) => readText(file).includes('/support/by-night.ts"'),
  );
  expect(sampled.length).toBeGreaterThan(20);
  expect(sampled.filter((file) => !nightly.has(file))).toEqual([]);
});
