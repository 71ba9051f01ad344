import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "vitest";
import { applyMigration, migrate, pendingMigrations, readMigrations } from "../../db/migrate.ts";
import { databaseUrl, query } from "../support/database.ts";
import { problemsOf } from "./expand-only.ts";

/** Migrations of the time before there was a deployment: no table of theirs had a row, and no version before had to live with them. */
const newestBeforeTheRule = "0014_mail_batches_and_returns";

test("a migration only expands: the version before can live with it, and nobody waits for it", () => {
  const migrations = readMigrations();
  const from = migrations.findIndex(({ tag }) => tag === newestBeforeTheRule) + 1;
  expect(from).toBeGreaterThan(0);
  const problems = migrations
    .slice(from)
    .flatMap(({ tag, statements }) => problemsOf(statements).map((problem) => `${tag}: ${problem}`));
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
  expect(problemsOf([statement])).toEqual([expect.stringContaining(word)]);
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
  expect(problemsOf(statements)).toEqual([]);
});

/** An empty database of the run's own server, gone afterwards. */
async function inNewDatabase(work: (url: string, on: Client) => Promise<void>): Promise<void> {
  const name = `migrations_${randomUUID().slice(0, 8)}`;
  await query(`create database ${name}`);
  const url = databaseUrl.replace(/[^/]+$/, name);
  const on = new Client({ connectionString: url });
  await on.connect();
  try {
    await work(url, on);
  } finally {
    await on.end();
    await query(`drop database ${name} with (force)`);
  }
}

test("an empty database gets everything, and two deployments at once do not meet", async () => {
  await inNewDatabase(async (url, on) => {
    const told: string[] = [];
    await Promise.all([1, 2, 3].map(() => migrate(url, (line) => told.push(line))));
    expect(told).toEqual(readMigrations().map(({ tag }) => `migrated ${tag}`));
    expect(await pendingMigrations(on)).toEqual([]);
    const { rows } = await on.query("select has_table_privilege('crunchbox_worker', 'outbox', 'insert') as may");
    expect(rows).toEqual([{ may: true }]);
  });
});

test("a migration that does not get a lock lets go of all others after 3 seconds, and is tried again", async () => {
  await inNewDatabase(async (url, on) => {
    await on.query(
      "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    // Reading is free, and noting what was applied has to wait.
    await on.query("begin; lock table drizzle.__drizzle_migrations in share mode");
    const migrating = migrate(url);
    const tries = new Set<string>();
    await expect
      .poll(
        async () => {
          // A transaction sees the activity of its first look, so another connection looks.
          const waiting = await query<{ at: string }>(
            `select query_start::text as at from pg_stat_activity
             where datname = $1 and wait_event_type = 'Lock' and query like 'insert into drizzle%'`,
            [on.database],
          );
          for (const { at } of waiting) tries.add(at);
          return tries.size;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(2);
    await on.query("rollback");
    await migrating;
    expect(await pendingMigrations(on)).toEqual([]);
  });
});

test("an index that did not get its lock in time leaves nothing behind that stops the next try", async () => {
  await inNewDatabase(async (url, on) => {
    await migrate(url);
    const migrating = new Client({ connectionString: url });
    await migrating.connect();
    const statements = ['CREATE INDEX CONCURRENTLY "orders_note" ON "orders" USING btree ("note");'];
    const migration = { tag: "9999_index", when: 9_999_999_999_999, hash: randomUUID(), statements };
    // Whoever has written to the table is waited for, while the index stands there already and is not valid yet.
    await on.query("begin; update orders set note = note");
    const applied = applyMigration(migrating, migration);
    const dropping = () =>
      query("select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like 'drop %'", [
        on.database,
      ]);
    await expect.poll(dropping, { timeout: 20_000 }).toHaveLength(1);
    await on.query("commit");
    await applied;
    const { rows } = await on.query(
      "select indisvalid as is_valid from pg_index where indexrelid = to_regclass('orders_note')",
    );
    expect(rows).toEqual([{ is_valid: true }]);
    expect(await pendingMigrations(on)).toEqual([]);
    await migrating.end();
  });
});

test("views that people kept of the account requests follow the list to its address, and none is lost", async () => {
  await inNewDatabase(async (url, on) => {
    await migrate(url);
    const kept = (list: string, name: string) =>
      on.query(
        `insert into saved_views (user_id, list, name, query)
         select id, $1, $2, 'status=pending' from users where email = 'ada@example.test'`,
        [list, name],
      );
    await on.query(
      `with o as (insert into organizations (name) values ('Kept') returning id)
       insert into users (org_id, email, first_name, last_name, roles)
       select id, 'ada@example.test', 'Ada', 'Byron', '{admin,user}' from o`,
    );
    for (const name of ["Waiting", "Twice"]) await kept("/admin/requests", name);
    for (const list of ["/admin/requests/list", "/admin/orders"]) await kept(list, "twice");
    const moved = readMigrations().find(({ tag }) => tag.endsWith("_views_of_requests"));
    for (const statement of moved?.statements ?? []) await on.query(statement);
    const { rows } = await on.query("select list, name, query from saved_views order by list, lower(name)");
    expect(rows.map(({ list, name }) => [list, name])).toEqual([
      ["/admin/orders", "twice"],
      ["/admin/requests/list", "twice"],
      ["/admin/requests/list", "Twice (before)"],
      ["/admin/requests/list", "Waiting"],
    ]);
    expect(new Set(rows.map(({ query: asked }) => asked))).toEqual(new Set(["status=pending"]));
  });
});

test("products with one SKU are told apart, the one that is sold and synchronized keeps it, and the audit log says so", async () => {
  await inNewDatabase(async (url, on) => {
    await migrate(url);
    const statements = readMigrations().find(({ tag }) => tag.endsWith("_products_by_console"))?.statements ?? [];
    await on.query("drop index products_sku_unique");
    await on.query(
      `insert into products (name, sku, net_suite_id, is_published, created_at) values
         ('Oldest', 'abc', null, true, now() - interval '3 days'),
         ('Theirs', 'ABC', '7', true, now()),
         ('Draft', 'Abc', null, false, now() - interval '9 days'),
         ('Other', 'abd', null, true, now()),
         ('None', null, null, true, now()),
         ('None, too', null, null, true, now())`,
    );
    // as after an index that was not made
    for (const statement of statements.slice(0, -1)) await on.query(statement);
    for (const statement of statements) await on.query(statement);
    const { rows } = await on.query("select name, sku, right(id::text, 12) as mark from products order by name");
    expect(Object.fromEntries(rows.map(({ name, sku, mark }) => [name, sku?.replace(mark, "<id>") ?? null]))).toEqual({
      Theirs: "ABC",
      Oldest: "abc (duplicate <id>)",
      Draft: "Abc (duplicate <id>)",
      Other: "abd",
      None: null,
      "None, too": null,
    });
    const { rows: told } = await on.query("select action, data from audit_log where subject_type = 'product'");
    expect(told.map(({ action, data }) => [action, data.changes.sku[0]]).toSorted()).toEqual([
      ["updateProduct", "Abc"],
      ["updateProduct", "abc"],
    ]);
    const again = on.query("insert into products (name, sku) values ('Again', 'AbC')");
    await expect(again).rejects.toThrow("products_sku_unique");
  });
});
