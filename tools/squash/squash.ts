import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrations } from "../../db/migrate.ts";
import { startPostgres } from "../../sandbox/postgres/postgres.ts";
import { type Lifecycle, runCommand } from "../../sandbox/process/lifecycle.ts";
import { Refusal, root } from "../../sandbox/process/settings.ts";
import { readSecrets } from "../../sandbox/secrets.ts";
import { toSnapshotText } from "./snapshots.ts";
import { squashMigrations } from "./squash-migrations.ts";

const folder = join(root, "migrations");
const baseline = "0000_baseline";
const noSnapshot = "00000000-0000-0000-0000-000000000000";

await runCommand(squash);

/**
 * `npm run db:squash` replaces all migrations with `0000_baseline.sql` after comparing the databases that both create.
 * Fully migrated databases continue with the next migration; db/migrate.ts refuses others (ADR-055).
 */
async function squash(lifecycle: Lifecycle): Promise<number> {
  const migrations = readMigrations();
  const last = migrations.at(-1);
  if (!last) throw new Refusal("There are no migrations.");
  if (last.tag === baseline) {
    console.log(`Nothing to do: there is only migrations/${baseline}.sql.`);
    return 0;
  }
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-squash-"));
  await lifecycle.add(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir, secrets: readSecrets(dataDir), durable: false });
  await lifecycle.add(postgres.stop);
  const { sql, differences } = await squashMigrations(postgres.databaseUrl, migrations);
  if (differences.length > 0) {
    console.log(differences.join("\n"));
    throw new Refusal(
      "Nothing was changed: the baseline makes another schema. tools/squash/baseline.ts lacks something.",
    );
  }
  const snapshot = JSON.parse(readFileSync(join(folder, `meta/${last.tag.slice(0, 4)}_snapshot.json`), "utf8"));
  for (const name of [...readdirSync(folder), ...readdirSync(join(folder, "meta")).map((file) => join("meta", file))])
    if (/\.sql$|_snapshot\.json$/.test(name)) rmSync(join(folder, name));
  const entry = { idx: 0, version: "7", when: last.when, tag: baseline, breakpoints: true };
  writeFileSync(join(folder, `${baseline}.sql`), sql);
  writeFileSync(join(folder, "meta/0000_snapshot.json"), toSnapshotText({ ...snapshot, prevId: noSnapshot }));
  const journal = { version: "7", dialect: "postgresql", entries: [entry] };
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify(journal, null, 2));
  console.log(
    `${migrations.length} migrations are now migrations/${baseline}.sql. Databases must have ${last.tag} before.`,
  );
  return 0;
}
