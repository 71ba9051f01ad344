import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "vitest";
import { applyMigration, migrate, listPendingMigrations, readMigrations } from "../../db/migrate.ts";
import { migrateDatabase } from "../../sandbox/postgres/database.ts";
import { databaseUrl, query } from "../support/database.ts";
import { findProblems } from "./expand-only.ts";

test("a migration only expands: the version before can live with it, and nobody waits for it", () => {
  const [baseline, ...migrations] = readMigrations();
  expect(baseline?.tag).toBe("0000_baseline");
  const problems = migrations.flatMap(({ tag, statements }) =>
    findProblems(statements).map((problem) => `${tag}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test.each([
  ["drop", 'ALTER TABLE "carts" DROP COLUMN "tax";'],
  ["drop", "DROP TABLE carts;"],
  ["drop", "DROP INDEX CONCURRENTLY carts_x;"],
  ["rename", 'ALTER TABLE "carts" RENAME COLUMN "tax" TO "vat";'],
  ["rename", 'ALTER TABLE "carts" RENAME TO "baskets";'],
  ["rewrite", 'ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE numeric;'],
  ["not null", 'ALTER TABLE "orders" ADD COLUMN "po_number" text NOT NULL;'],
  ["not null", 'ALTER TABLE "orders" ALTER COLUMN "cart_no" SET NOT NULL;'],
  ["not valid", 'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (total > 0);'],
  ["concurrently", 'CREATE INDEX "orders_x" ON "orders" USING btree ("cart_no");'],
  ["concurrently", 'CREATE UNIQUE INDEX "orders_x" ON "orders" ("cart_no");'],
  ["truncate", "TRUNCATE carts;"],
])("what breaks or blocks the version before is found: %s", (word, statement) => {
  expect(findProblems([statement])).toEqual([expect.stringContaining(word)]);
});

test.each([
  [['CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL);', 'CREATE INDEX "notes_x" ON "notes" ("id");']],
  [['ALTER TABLE "orders" ADD COLUMN "po_number" text;']],
  [['ALTER TABLE "orders" ADD COLUMN "po_number" text DEFAULT \'\' NOT NULL;']],
  [['ALTER TABLE "orders" ALTER COLUMN "cart_no" DROP NOT NULL;']],
  [['CREATE INDEX CONCURRENTLY "orders_x" ON "orders" ("cart_no");']],
  [["-- DROP TABLE is only talked about\nINSERT INTO shipping_rates DEFAULT VALUES;"]],
  [
    [
      'CREATE TABLE "notes" ("id" uuid);',
      'ALTER TABLE "notes" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "orders"("id");',
    ],
  ],
  [['ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (total > 0) NOT VALID;']],
])("what only adds is left alone: %s", (statements) => {
  expect(findProblems(statements)).toEqual([]);
});

async function inNewDatabase(work: (url: string, on: Client) => Promise<void>): Promise<void> {
  const name = `migrations_${randomUUID().slice(0, 8)}`;
  await query(`create database ${name}`);
  const url = databaseUrl.replace(/[^/]+$/, name);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(url, client);
  } finally {
    await client.end();
    await query(`drop database ${name}`);
  }
}

test("an empty database gets everything, and two deployments at once do not meet", async () => {
  await inNewDatabase(async (url, on) => {
    const messages: string[] = [];
    await Promise.all([1, 2, 3].map(() => migrate(url, (line) => messages.push(line))));
    expect(messages).toEqual(readMigrations().map(({ tag }) => `migrated ${tag}`));
    expect(await listPendingMigrations(on)).toEqual([]);
    const { rows } = await on.query("select has_table_privilege('crunchbox_worker', 'outbox', 'insert') as may");
    expect(rows).toEqual([{ may: true }]);
  });
});

test("a migration that does not get a lock lets go of all others after 3 seconds, and is tried again", async () => {
  await inNewDatabase(async (url, on) => {
    await on.query(
      "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    // The lock allows reads, but recording the migration has to wait.
    await on.query("begin; lock table drizzle.__drizzle_migrations in share mode");
    const pendingMigration = migrate(url);
    const startTimes = new Set<string>();
    await expect
      .poll(async () => {
        // Within a transaction pg_stat_activity does not change after the first read, so another connection reads it.
        const waitingQueries = await query<{ at: string }>(
          `select query_start::text as at from pg_stat_activity
             where datname = $1 and wait_event_type = 'Lock' and query like 'insert into drizzle%'`,
          [on.database],
        );
        for (const { at } of waitingQueries) startTimes.add(at);
        return startTimes.size;
      })
      .toBeGreaterThanOrEqual(2);
    await on.query("rollback");
    await pendingMigration;
    expect(await listPendingMigrations(on)).toEqual([]);
  });
});

test("an index that did not get its lock in time leaves nothing behind that stops the next try", async () => {
  await inNewDatabase(async (url, on) => {
    await migrate(url);
    const migrationClient = new Client({ connectionString: url });
    await migrationClient.connect();
    const statements = ['CREATE INDEX CONCURRENTLY "orders_note" ON "orders" USING btree ("note");'];
    const migration = { tag: "9999_index", when: 9_999_999_999_999, hash: randomUUID(), statements };
    // The index build waits for this transaction; meanwhile the index exists but is not valid.
    await on.query("begin; update orders set note = note");
    const application = applyMigration(migrationClient, migration);
    const findDrops = () =>
      query("select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like 'drop %'", [
        on.database,
      ]);
    await expect.poll(findDrops).toHaveLength(1);
    await on.query("commit");
    await application;
    const { rows } = await on.query(
      "select indisvalid as is_valid from pg_index where indexrelid = to_regclass('orders_note')",
    );
    expect(rows).toEqual([{ is_valid: true }]);
    expect(await listPendingMigrations(on)).toEqual([]);
    await migrationClient.end();
  });
});

/** Rewrites the baseline's record, as in a database that the replaced migrations created. */
const rewriteHistory = (on: Client, ms: number) =>
  on.query("update drizzle.__drizzle_migrations set hash = 'replaced', created_at = created_at + $1", [ms]);

test("a database with every migration that the baseline replaced has nothing to apply, and keeps its rows", async () => {
  await inNewDatabase(async (url, on) => {
    const [baseline] = readMigrations();
    if (!baseline) throw new Error("no baseline");
    await migrate(url);
    await rewriteHistory(on, 0);
    await on.query("insert into organizations (name) values ('Older')");
    const lines: string[] = [];
    await migrate(url, (line) => lines.push(line));
    expect(lines).toEqual([]);
    expect((await on.query("select 1 from organizations where name = 'Older'")).rowCount).toBe(1);
  });
});

test("a database with only some of the migrations that the baseline replaced is refused in plain words and left alone", async () => {
  await inNewDatabase(async (url, on) => {
    await migrate(url);
    await on.query("delete from drizzle.__drizzle_migrations where id > 1");
    await rewriteHistory(on, -1);
    await expect(migrate(url)).rejects.toThrow(
      "The database has only a part of the migrations that 0000_baseline replaced: deploy the release before 0000_baseline first.",
    );
    await expect(migrateDatabase(url)).rejects.toThrow(/delete the data directory \(`\.local`.*and start again\.$/);
    expect((await on.query("select hash from drizzle.__drizzle_migrations")).rows).toEqual([{ hash: "replaced" }]);
  });
});
