import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { affectedTests } from "../../tools/test/affected-tests.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync("{worker,routes,islands,db,ops,sandbox,tools,tests}/**/*.{ts,tsx}", { cwd: root });
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const findAffected = (file: string) => affectedTests([file], sources);

test("a use case runs the tests of its calls and not those of others", () => {
  const tests = findAffected("worker/domain/catalog/images/create-product-image.ts");
  expect(tests).toContain("tests/v1/admin/product-images.test.ts");
  expect(tests).not.toContain("tests/v1/sso/session.test.ts");
});

test("a part of a use case runs the tests of the calls that reach it", () => {
  expect(findAffected("worker/domain/sales/checkout/cart-tax.ts")).toContain("tests/v1/store/cart-tax.test.ts");
});

test("a use case of another name than its call runs the tests of the call", () => {
  expect(findAffected("worker/domain/payments/billing/payment-methods.ts")).toContain(
    "tests/v1/client/payment-methods.test.ts",
  );
  expect(findAffected("worker/domain/notifications/inbox/mark-notifications.ts")).toContain(
    "tests/v1/client/notifications.test.ts",
  );
});

test("what is read and not imported runs its readers", () => {
  expect(findAffected("README.md")).toContain("tests/repository/references.test.ts");
  expect(findAffected("docs/settings.md")).toContain("tests/repository/documents.test.ts");
  expect(findAffected("docs/tables.md")).toContain("tests/domain/who-writes.test.ts");
  expect(findAffected(".github/workflows/ci.yml")).toContain("tests/repository/workflows.test.ts");
  expect(findAffected("worker/ui/lists/table.css")).toContain("tests/e2e/layout.test.ts");
  expect(findAffected("islands/lists.ts")).toContain("tests/e2e/list-keys.test.ts");
  expect(findAffected("ops/setup/setup.ts")).toContain("tests/ops/setup.test.ts");
  expect(findAffected("docs/settings.md")).not.toContain("tests/v1/sso/session.test.ts");
});

test("a screen and its island run the browser tests that open it", () => {
  expect(findAffected("routes/portal/organization/organization.tsx")).toContain(
    "tests/e2e/portal/organization.test.ts",
  );
  expect(findAffected("routes/portal/organization/organization.tsx")).not.toContain(
    "tests/e2e/store/catalogue.test.ts",
  );
});

test("the database, the entry of requests and support of tests run everything", () => {
  const allTests = files.filter((file) => /^tests\/.*\.test\.tsx?$/.test(file)).toSorted();
  for (const file of ["db/schema/index.ts", "worker/http/serve.ts", "tests/support/client.ts", "package.json"])
    expect(findAffected(file)).toEqual(allTests);
});

test("a test runs itself, and every change runs the tests of the structure", () => {
  const tests = findAffected("tests/v1/store/cart-tax.test.ts");
  expect(tests).toContain("tests/v1/store/cart-tax.test.ts");
  expect(tests).toContain("tests/domain/import-table.test.ts");
});
