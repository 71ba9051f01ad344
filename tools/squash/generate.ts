import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../sandbox/process/settings.ts";
import { keepNewestSnapshot } from "./snapshots.ts";

// `npm run db:generate -- --name what_it_does` writes a migration from db/schema; drizzle-kit may ask about renamed
// columns.
const args = ["generate", "--config", "db/drizzle.config.ts", ...process.argv.slice(2)];
const { status } = spawnSync(join(root, "node_modules/.bin/drizzle-kit"), args, { cwd: root, stdio: "inherit" });
keepNewestSnapshot(join(root, "migrations"));
process.exitCode = status ?? 1;
