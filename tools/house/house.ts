import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "oxc-parser";
import { catalogue } from "../../worker/contract/errcodes.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { root } from "../../sandbox/process/settings.ts";
import { circlesIn, fileArrows, moduleArrows } from "./import-circles.ts";
import { boxOf, problemOf } from "./import-table.ts";
import { importsOf } from "./imports-of.ts";
import { buildWeights } from "./weights.ts";
import { commentsOf, drawSample, namesOf } from "./sample.ts";

// `npm run house` prints size and structure beside their goals; `-- --sample SEED` draws comments and names for a
// reader to judge by CONTRIBUTING.md.

/** Longer files state in their first comment why they are not split. */
const longFile = 250;
const sampleSize = 60;
const productFolders = /^(worker|islands|routes|db|ops)\//;

type Measure = { name: string; value: number; goal: number; note?: string };

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
const read = (file: string) => readFileSync(join(root, file));
const text = (file: string) => read(file).toString("utf8");
const isCode = (file: string) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts");
const code = files.filter(isCode);
const product = code.filter((file) => productFolders.test(file));
const linesOf = (file: string) => text(file).split("\n").length - 1;
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const commentsIn = (file: string) => parseSync(file, text(file)).comments.length;

/** The middle number of these files that name a code of the error catalogue; a rename touches them all. */
function filesOfErrcode(among: readonly string[]): number {
  const counts = new Map(
    Object.values(catalogue).flatMap((messages) => Object.keys(messages).map((errcode) => [errcode, 0])),
  );
  for (const file of among.filter((each) => /\.(tsx?|md|sql)$/.test(each)))
    for (const word of new Set(text(file).match(/\b[A-Z][A-Z_]+\b/g))) {
      const count = counts.get(word);
      if (count !== undefined) counts.set(word, count + 1);
    }
  return [...counts.values()].toSorted((one, other) => one - other)[Math.floor(counts.size / 2)] ?? 0;
}

const hasReason = (file: string) => /^\s*(\/\*|\/\/)/.test(text(file));

function measures(): { numbers: Measure[]; long: string[] } {
  const imports = product.flatMap((file) => importsOf(file, text(file)));
  const arrows = fileArrows(imports, product);
  const long = code.filter((file) => linesOf(file) > longFile && !hasReason(file));
  const circles = [...circlesIn(arrows), ...circlesIn(moduleArrows(arrows, boxOf))];
  const weights = buildWeights();
  const numbers: Measure[] = [
    { name: "tracked bytes", value: sum(files.map((file) => read(file).length)), goal: 9_000_000 },
    {
      name: "lines of TypeScript of the product",
      value: sum(product.map(linesOf)),
      goal: 67_000,
      note: "every line of worker/, islands/, routes/, db/ and ops/; the goal dates from before quotes, approvals, second factors, buying on account, staff roles, finance and the audit's chain",
    },
    { name: "comments in TypeScript of the product", value: sum(product.map(commentsIn)), goal: 2200 },
    { name: "files of migrations", value: files.filter((file) => file.startsWith("migrations/")).length, goal: 3 },
    { name: "bytes of README.md", value: read("README.md").length, goal: 9000 },
    { name: "files of routes/v1", value: files.filter((file) => file.startsWith("routes/v1/")).length, goal: 16 },
    {
      name: "files that name one errcode, median",
      value: filesOfErrcode(files),
      goal: 4,
      note: `${filesOfErrcode(product)} of the product alone`,
    },
    { name: "style and script of the console, Brotli bytes", value: weights.console, goal: 60_000 },
    { name: "script of the sign-in page, Brotli bytes", value: weights.sign_in, goal: 12_500 },
    {
      name: "the worker, gzip bytes",
      value: weights.worker,
      goal: 3_000_000,
      note: "Cloudflare's limit of its free plan (https://developers.cloudflare.com/workers/platform/limits/#worker-size)",
    },
    { name: "circles of imports, of files and modules", value: circles.length, goal: 0 },
    { name: "imports against the table of folders and modules", value: imports.filter(problemOf).length, goal: 0 },
    { name: `files over ${longFile} lines without a reason`, value: long.length, goal: 0 },
  ];
  return { numbers, long };
}

function printMeasures(): void {
  const { numbers, long } = measures();
  for (const { name, value, goal, note } of numbers) {
    const state = value <= goal ? "ok   " : "above";
    console.log(`${state}  ${name.padEnd(46)} ${String(value).padStart(12)}  goal ${goal}`);
    if (note) console.log(`       ${note}`);
  }
  for (const file of long) console.log(`       long: ${file}`);
}

function printSample(seed: string): void {
  for (const [title, placesIn] of [
    ["Comments", commentsOf],
    ["Names", namesOf],
  ] as const) {
    const places = code.flatMap((file) => placesIn(file, text(file)));
    console.log(`${title}: ${sampleSize} of ${places.length}`);
    for (const place of drawSample(places, seed, sampleSize))
      console.log(`  ${place.file}:${place.line}  ${place.text}`);
  }
}

const { values } = parseArgs({ options: { sample: { type: "string" } } });
if (values.sample === undefined) {
  await ensureBuild("preact");
  printMeasures();
} else printSample(values.sample);
