import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { moduleOrder, moduleOf, findProblem, sharedFiles } from "../../tools/house/import-table.ts";
import { parseImports } from "../../tools/house/imports-of.ts";

const root = join(import.meta.dirname, "../..");
const findSources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".d.ts"));
const sources = findSources("{db,worker,routes,islands,ops,tools/vite}/**/*.{ts,tsx}");
const sandboxSources = findSources("sandbox/*.ts").concat(
  findSources("sandbox/{fakes,postgres,process,run,seed}/**/*.ts"),
);
const readImports = (file: string) => parseImports(file, readFileSync(join(root, file), "utf8"));
const imports = sources.flatMap(readImports);

const listProblems = (file: string, source: string) =>
  parseImports(file, source)
    .map(findProblem)
    .filter((problem) => problem !== undefined);

test("every import follows the import table, type imports included", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(imports.map(findProblem).filter((problem) => problem !== undefined)).toEqual([]);
});

test("the sandbox imports from the product only what it is told: when jobs are due, and as types what tables hold", () => {
  expect(sandboxSources.length).toBeGreaterThan(100);
  const sandboxImports = sandboxSources.flatMap(readImports);
  expect(sandboxImports.map(findProblem).filter((problem) => problem !== undefined)).toEqual([]);
});

test("every folder of the domain is a module with a place in the order", () => {
  const modules = new Set(sources.map(moduleOf).filter((name) => name !== undefined));
  expect([...modules].toSorted()).toEqual(moduleOrder.toSorted());
});

test("the files beside the modules are those that the table lists", () => {
  const files = sources.flatMap((file) => /^worker\/domain\/([^/]+)$/.exec(file)?.[1] ?? []);
  expect(files.toSorted()).toEqual(sharedFiles);
});

test("nobody imports tests", () => {
  expect(imports.filter(({ target }) => target.startsWith("tests/"))).toEqual([]);
});

test("nobody imports the database's errors into worker/http but for causesOf and isUnavailable", () => {
  const importedNames = sources
    .filter((file) => file.startsWith("worker/http/"))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return /import \{ ([^}]*) \} from "\.\.\/\.\.\/db\/errors\.ts"/.exec(source)?.[1] ?? [];
    });
  expect(importedNames).toEqual(["causesOf, isUnavailable"]);
});

const forbiddenImports: [file: string, source: string][] = [
  ["db/schema/people/users.ts", 'import type { Settings } from "../../../../worker/env.ts";'],
  ["worker/contract/v1/sso/user.ts", 'import { db } from "../../../../db/client.ts";'],
  ["worker/contract/fields.ts", 'import * as z from "zod";'],
  ["worker/gateways/sms/index.ts", 'import type { Ctx } from "../../domain/context.ts";'],
  ["worker/gateways/sms/index.ts", 'import { render } from "../../mail/index.ts";'],
  ["worker/mail/layout.tsx", 'import { send } from "../gateways/email.ts";'],
  ["worker/domain/people/users.ts", 'import { hash } from "../secrets/passwords.ts";'],
  ["worker/domain/platform/limits/budgets.ts", 'import { signIn } from "../../identity/index.ts";'],
  ["worker/domain/platform/limits/budgets.ts", 'export type { Session } from "../../identity/index.ts";'],
  ["worker/domain/platform/tasks/lease.ts", 'import { createGateways } from "../../../gateways/index.ts";'],
  ["worker/domain/payments/webhooks/events.ts", 'import { createStripeProvider } from "../../../gateways/stripe.ts";'],
  ["worker/domain/payments/webhooks/events.ts", 'import Stripe from "stripe";'],
  ["worker/domain/payments/refresh-payment.ts", 'import { checkoutCart } from "../sales/index.ts";'],
  ["worker/domain/accounting/cents.ts", 'import { toName } from "../names.ts";'],
  ["worker/domain/accounting/cents.ts", 'import { orderByLink } from "../sales/payment-links/order-by-link.ts";'],
  ["worker/domain/platform/tasks/lease.ts", 'const hono = await import("hono");'],
  ["worker/http/serve.ts", 'import type { Product } from "../domain/catalog/index.ts";'],
  ["worker/http/serve.ts", 'import { users } from "../../db/schema/index.ts";'],
  ["worker/html/render.tsx", 'import { sql } from "drizzle-orm";'],
  ["routes/v1/admin/people.ts", 'import { getUser } from "../../../worker/domain/people/users.ts";'],
  ["routes/v1/admin/people.ts", 'import { openDb } from "../../../db/client.ts";'],
  ["islands/account/sign-in.tsx", 'import type { Viewer } from "../../worker/http/viewer.ts";'],
  ["worker/ui/lists/paging.tsx", 'import type { Viewer } from "../../http/page.ts";'],
  ["worker/html/render.tsx", 'import { Notice } from "../../islands/ui/notice.tsx";'],
  ["islands/store/checkout.tsx", 'import { Badge } from "../../worker/ui/parts/badge.tsx";'],
  ["worker/app.tsx", 'import { SignIn } from "../routes/account/sign-in.tsx";'],
  ["worker/helpers.ts", 'import "zod/mini";'],
  ["sandbox/run/serve.ts", 'import { readSettings } from "../../worker/env.ts";'],
  ["sandbox/sandbox.ts", 'import { signIn } from "../../worker/domain/identity/index.ts";'],
  ["sandbox/sandbox.ts", 'import { createPerson } from "../support/people.ts";'],
  ["sandbox/seed/orders.ts", 'import { orders } from "../../../db/schema/money/orders.ts";'],
  ["sandbox/fakes/email/index.ts", 'import { readSecrets } from "../../secrets.ts";'],
  ["sandbox/fakes/email/index.ts", 'import { World } from "../stripe/state.ts";'],
];

test.each(forbiddenImports)("an import that the table forbids is found: %s: %s", (file, source) => {
  expect(listProblems(file, source)).toHaveLength(1);
});

test("imports that the table allows are not called wrong", () => {
  const source =
    'import { hash } from "../platform/index.ts"; import type { Gateways } from "../../gateways/index.ts"; import { inTransaction } from "../context.ts";';
  expect(listProblems("worker/domain/people/users.ts", source)).toEqual([]);
});
