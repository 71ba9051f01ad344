import { seedDatabase } from "./database.ts";
import { type Lifecycle, runCommand } from "./lifecycle.ts";
import { prepare, startOutside } from "./outside.ts";
import { readSettings } from "./settings.ts";

await runCommand(seed);

/** Adds the demo data to a data directory that is not running, also to one that was started with SEED=none. */
async function seed(lifecycle: Lifecycle): Promise<number> {
  const settings = readSettings(process.env);
  const place = await prepare(lifecycle, settings);
  const sandbox = await startOutside(lifecycle, { ...settings, seed: "none" }, place);
  await seedDatabase(sandbox.databaseUrl);
  console.log("The demo data is there.");
  return 0;
}
