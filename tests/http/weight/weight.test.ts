import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, inject, test } from "vitest";
import { accountPages, htmlBytesMax, stylesheetBytesMax, type AccountPage } from "../../../tools/bench/pages.ts";
import { createBenchUser } from "../../../tools/bench/people.ts";
import { type Weight, weigh } from "../../../tools/bench/weight.ts";
import { root } from "../../../sandbox/process/settings.ts";
import { workerUrl } from "../../support/app.ts";
import { databaseUrl } from "../../support/database.ts";

const weights = new Map<AccountPage, Weight>();

beforeAll(async () => {
  const person = await createBenchUser(databaseUrl, inject("workerVars")["CODE_PEPPER"] ?? "");
  for (const page of accountPages(person)) weights.set(page, await weigh(workerUrl + page.path, page.headers));
});

const findBreaches = (check: (weight: Weight, page: AccountPage) => unknown) =>
  Object.fromEntries(
    [...weights].map(([page, weight]) => [page.name, check(weight, page)]).filter(([, found]) => found !== undefined),
  );

test("a page keeps its script budget: 12.5 kB with a form, 14 kB with a new password, none without a form", () => {
  expect(
    findBreaches(({ script_brotli }, { script_bytes_max }) =>
      script_brotli > script_bytes_max ? script_brotli : undefined,
    ),
  ).toEqual({});
});

test("every form page comes with its script, so that the budget weighs something", () => {
  expect(
    findBreaches(({ scripts }, page) => (page.script_bytes_max > 0 && scripts.length === 0 ? "no script" : undefined)),
  ).toEqual({});
});

test("the HTML of a page is at most 6 kB", () => {
  expect(findBreaches(({ html_gzip }) => (html_gzip > htmlBytesMax ? html_gzip : undefined))).toEqual({});
});

test("a page has one stylesheet of at most 10 kB", () => {
  const isLight = ({ stylesheets }: Weight) =>
    stylesheets.length === 1 && stylesheets.every(({ gzip }) => gzip <= stylesheetBytesMax);
  expect(findBreaches((weight) => (isLight(weight) ? undefined : weight.stylesheets))).toEqual({});
});

test("a page loads nothing from another host", () => {
  expect(findBreaches(({ third_party }) => (third_party.length > 0 ? third_party : undefined))).toEqual({});
});

test("a drawing is under 6,000 bytes as it is sent", async () => {
  const folder = join(root, "dist", inject("renderer"), "client");
  const drawings = globSync("**/*.svg", { cwd: folder });
  expect(drawings.length).toBeGreaterThan(20);
  const compressedSizes = drawings.map(
    (file) => [file, brotliCompressSync(readFileSync(join(folder, file))).length] as const,
  );
  expect(compressedSizes.filter(([, bytes]) => bytes >= 6000)).toEqual([]);
});
