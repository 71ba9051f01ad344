import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { migrateDatabase, seedDatabase } from "../../sandbox/postgres/database.ts";
import { startPostgres } from "../../sandbox/postgres/postgres.ts";
import { readSecrets } from "../../sandbox/secrets.ts";

/**
 * Creates a data directory with a migrated and seeded database for `copyTemplate`, and returns its path. Apps of a run
 * start with a copy of the files, which takes a fraction of the time of migrating and seeding (ADR-050).
 */
export async function createTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-template-"));
  try {
    const postgres = await startPostgres({ dataDir, secrets: readSecrets(dataDir), durable: false });
    try {
      await migrateDatabase(postgres.databaseUrl);
      await seedDatabase(postgres.databaseUrl);
    } finally {
      await postgres.stop();
    }
    return dataDir;
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Copies a template into an empty data directory, with owners and permissions, as PostgreSQL requires. */
export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", join(template, "secrets.json"), join(template, "postgres"), dataDir]);
}
