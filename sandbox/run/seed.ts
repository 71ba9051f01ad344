import { parseArgs } from "node:util";
import { seedLargeDatabase } from "../postgres/database.ts";
import { type Lifecycle, runCommand } from "../process/lifecycle.ts";
import { addDemoData, prepare, startSeededSandbox } from "./outside.ts";
import { readSettings, Refusal } from "../process/settings.ts";

await runCommand(seed);

/** Adds the demo or the large data, also to a data directory that was started with SEED=none. */
async function seed(lifecycle: Lifecycle): Promise<number> {
  const size = readSize();
  const settings = readSettings(process.env);
  const context = await prepare(lifecycle, settings);
  const sandbox = await startSeededSandbox(lifecycle, { ...settings, seed: "none" }, context);
  await addDemoData(sandbox, settings.dataDir);
  if (size === "large") await seedLargeDatabase(sandbox.databaseUrl);
  console.log(`The ${size} data is there.`);
  return 0;
}

function readSize(): "demo" | "large" {
  const { size } = parseArgs({ options: { size: { type: "string", default: "demo" } } }).values;
  if (size === "demo" || size === "large") return size;
  throw new Refusal(`--size is "${size}": use demo or large.`);
}
