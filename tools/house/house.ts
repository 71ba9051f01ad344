import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "oxc-parser";
import { catalogue } from "../../worker/contract/errcodes.ts";
import { ensureBuild } from "../../sandbox/run/build.ts";
import { root } from "../../sandbox/process/settings.ts";
import { findCycles, fileEdges, moduleEdges } from "./import-circles.ts";
import { areaOf, findProblem } from "./import-table.ts";
import { parseImports } from "./imports-of.ts";
import { measureBuild } from "./weights.ts";
import { findComments, drawSample, findNames } from "./sample.ts";

// `npm run house` prints size and structure beside their goals; `-- --sample SEED` draws comments and names to review
// by CONTRIBUTING.md.

/** Longer files state in their first comment why they are not split. */
const longFile = 250;
const sampleSize = 60;
const productFolders = /^(worker|islands|routes|db|ops)\//;

type Measure = { name: string; value: number; goal: number; note?: string };

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
const readBytes = (file: string) => readFileSync(join(root, file));
const readText = (file: string) => readBytes(file).toString("utf8");
const isCode = (file: string) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts");
const codeFiles = files.filter(isCode);
const productFiles = codeFiles.filter((file) => productFolders.test(file));
const countLines = (file: string) => readText(file).split("\n").length - 1;
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const countComments = (file: string) => parseSync(file, readText(file)).comments.length;

/** Median number of the candidate files that name an error code; renaming the code would touch each of them. */
function medianFilesPerErrcode(candidates: readonly string[]): number {
  const counts = new Map(
    Object.values(catalogue).flatMap((messages) => Object.keys(messages).map((errcode) => [errcode, 0])),
  );
  for (const file of candidates.filter((each) => /\.(tsx?|md|sql)$/.test(each)))
    for (const word of new Set(readText(file).match(/\b[A-Z][A-Z_]+\b/g))) {
      const count = counts.get(word);
      if (count !== undefined) counts.set(word, count + 1);
    }
  return [...counts.values()].toSorted((one, other) => one - other)[Math.floor(counts.size / 2)] ?? 0;
}

const hasReason = (file: string) => /^\s*(\/\*|\/\/)/.test(readText(file));

function computeMeasures(): { numbers: Measure[]; long: string[] } {
  const imports = productFiles.flatMap((file) => parseImports(file, readText(file)));
  const arrows = fileEdges(imports, productFiles);
  const long = codeFiles.filter((file) => countLines(file) > longFile && !hasReason(file));
  const circles = [...findCycles(arrows), ...findCycles(moduleEdges(arrows, areaOf))];
  const weights = measureBuild();
  const numbers: Measure[] = [
    { name: "tracked bytes", value: sum(files.map((file) => readBytes(file).length)), goal: 9_000_000 },
    {
      name: "lines of TypeScript of the product",
      value: sum(productFiles.map(countLines)),
      goal: 67_000,
      note: "every line of worker/, islands/, routes/, db/ and ops/; the goal dates from before quotes, approvals, second factors, buying on account, staff roles, finance and the audit's chain",
    },
    { name: "comments in TypeScript of the product", value: sum(productFiles.map(countComments)), goal: 2200 },
    { name: "files of migrations", value: files.filter((file) => file.startsWith("migrations/")).length, goal: 3 },
    { name: "bytes of README.md", value: readBytes("README.md").length, goal: 9000 },
    { name: "files of routes/v1", value: files.filter((file) => file.startsWith("routes/v1/")).length, goal: 16 },
    {
      name: "files that name one errcode, median",
      value: medianFilesPerErrcode(files),
      goal: 4,
      note: `${medianFilesPerErrcode(productFiles)} of the product alone`,
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
    { name: "imports against the table of folders and modules", value: imports.filter(findProblem).length, goal: 0 },
    { name: `files over ${longFile} lines without a reason`, value: long.length, goal: 0 },
  ];
  return { numbers, long };
}

function printMeasures(): void {
  const { numbers, long } = computeMeasures();
  for (const { name, value, goal, note } of numbers) {
    const state = value <= goal ? "ok   " : "above";
    console.log(`${state}  ${name.padEnd(46)} ${String(value).padStart(12)}  goal ${goal}`);
    if (note) console.log(`       ${note}`);
  }
  for (const file of long) console.log(`       long: ${file}`);
}

function printSample(seed: string): void {
  for (const [title, placesIn] of [
    ["Comments", findComments],
    ["Names", findNames],
  ] as const) {
    const places = codeFiles.flatMap((file) => placesIn(file, readText(file)));
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
