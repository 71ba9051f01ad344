import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, DatabaseError } from "pg";

/** The worker's database role; its privileges are in db/roles.sql (ADR-009). */
export const workerRole = "crunchbox_worker";

export type Migration = { tag: string; when: number; hash: string; statements: string[] };
type Journal = { entries: { tag: string; when: number }[] };

/** The database has only a part of the migrations that a baseline replaced (`npm run db:squash`). */
export class IncompleteHistoryError extends Error {}

const folder = join(import.meta.dirname, "../migrations");
/** A statement that waits longer for a lock would block the shop; it is retried instead. */
const lockTimeout = "3s";
const triesMax = 10;
const lockNotAvailable = "55P03";
const concurrentIndex = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i;
/** Advisory lock that makes concurrent deployments take turns; an arbitrary number, unique in this database. */
const migrationLock = 5_280_131;
const lockPollMs = 250;

export function readMigrations(): Migration[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    return { tag, when, hash, statements: text.split("--> statement-breakpoint") };
  });
}

export async function listPendingMigrations(client: Client): Promise<Migration[]> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as is_there");
  const migrations = readMigrations();
  if (rows[0]?.is_there !== true) return migrations;
  const last = await client.query("select max(created_at)::text as at from drizzle.__drizzle_migrations");
  return migrations.filter(({ when }) => when > Number(last.rows[0]?.at ?? 0));
}

/**
 * Applies pending migrations, grants the worker's role its privileges and creates the function that caches plans.
 * Idempotent. Each migration is one transaction that waits at most 3 s for a lock and is tried up to ten times; one
 * with CONCURRENTLY runs statement by statement, because such an index cannot be built in a transaction
 * (https://www.postgresql.org/docs/18/sql-createindex.html). `databaseUrl` belongs to the owner and bypasses the
 * pooler.
 */
export async function migrate(databaseUrl: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("notice", () => undefined);
  await client.connect();
  try {
    await waitForLock(client);
    await client.query(
      `create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    );
    const pending = await listPendingMigrations(client);
    await requireCompleteHistory(client, pending);
    for (const migration of pending) {
      await applyMigration(client, migration);
      log(`migrated ${migration.tag}`);
    }
    await grantPrivileges(client);
    await client.query(readFileSync(join(import.meta.dirname, "run-prepared.sql"), "utf8"));
  } finally {
    await client.end();
  }
}

/**
 * The baseline has the timestamp of the last migration that it replaced, so it is not pending in a database with that
 * migration. A pending baseline in a database with older migrations means that some of them are missing.
 * @throws IncompleteHistoryError
 */
async function requireCompleteHistory(client: Client, [oldest]: Migration[]): Promise<void> {
  const [baseline] = readMigrations();
  if (!baseline || oldest?.tag !== baseline.tag) return;
  const { rowCount } = await client.query("select 1 from drizzle.__drizzle_migrations limit 1");
  if (rowCount)
    throw new IncompleteHistoryError(
      `The database has only a part of the migrations that ${baseline.tag} replaced: deploy the release before ${baseline.tag} first.`,
    );
}

/**
 * Polls until no other deployment migrates. A blocking lock statement would hold a snapshot that a CREATE INDEX
 * CONCURRENTLY of the other deployment waits for: a deadlock.
 */
async function waitForLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as is_ours", [migrationLock]);
    if (rows[0]?.is_ours === true) return;
    await new Promise((resolve) => setTimeout(resolve, lockPollMs));
  }
}

/**
 * An index that could not get its lock stays in the database as invalid; PostgreSQL's advice is to drop it and try
 * again (https://www.postgresql.org/docs/18/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
 */
export async function applyMigration(client: Client, migration: Migration): Promise<void> {
  const { statements, hash, when } = migration;
  const recordMigration = () =>
    client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  if (statements.some((statement) => /\bconcurrently\b/i.test(statement.replace(/^\s*--.*$/gm, "")))) {
    for (const statement of statements)
      await withLockRetries(async () => {
        await dropInvalidIndex(client, concurrentIndex.exec(statement)?.[1]);
        await client.query(statement);
      });
    await recordMigration();
    return;
  }
  await withLockRetries(async () => {
    await client.query("begin");
    try {
      for (const statement of statements) await client.query(statement);
      await recordMigration();
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });
}

async function dropInvalidIndex(client: Client, index: string | undefined): Promise<void> {
  if (index === undefined) return;
  const { rowCount } = await client.query(
    `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::regnamespace and not i.indisvalid`,
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently "${index}"`);
}

async function withLockRetries(work: () => Promise<unknown>, tries = 1): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isLocked = error instanceof DatabaseError && error.code === lockNotAvailable;
    if (!isLocked || tries >= triesMax) throw error;
    await withLockRetries(work, tries + 1);
  }
}

async function grantPrivileges(client: Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [workerRole]);
  if (rowCount) await client.query(readFileSync(join(import.meta.dirname, "roles.sql"), "utf8"));
}
