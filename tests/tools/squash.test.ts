import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMigrations } from "../../db/migrate.ts";
import { root } from "../../sandbox/process/settings.ts";
import { toSnapshotText } from "../../tools/squash/snapshots.ts";
import { squashMigrations } from "../../tools/squash/squash-migrations.ts";
import { databaseUrl } from "../support/database.ts";

const migrations = readMigrations();
const buildMigration = (...statements: string[]) => ({ tag: "0001_next", when: 1, hash: "next", statements });

test("all migrations squash to one with the same schema, and the baseline to itself", async () => {
  const { sql, differences } = await squashMigrations(databaseUrl, migrations);
  expect(differences).toEqual([]);
  const baseline = await squashMigrations(databaseUrl, migrations.slice(0, 1));
  expect(baseline).toEqual({
    sql: readFileSync(join(root, "migrations/0000_baseline.sql"), "utf8"),
    differences: [],
  });
  if (migrations.length === 1) expect(sql).toBe(baseline.sql);
});

test("columns, constraints, functions, triggers, rows and comments of a later migration are carried over", async () => {
  const migration = buildMigration(
    `-- Rooms of the shop.
CREATE TABLE rooms (id uuid DEFAULT uuidv7() NOT NULL PRIMARY KEY, "order" text NOT NULL, size int GENERATED ALWAYS AS (length("order")) STORED);`,
    "ALTER TABLE organizations ADD COLUMN room uuid;",
    "ALTER TABLE organizations ADD CONSTRAINT organizations_room FOREIGN KEY (room) REFERENCES rooms(id) NOT VALID;",
    "CREATE TYPE room_kind AS ENUM('large', 'small');",
    "ALTER TABLE rooms ADD COLUMN kind room_kind DEFAULT 'small' NOT NULL;",
    "-- One of each.\nCREATE UNIQUE INDEX CONCURRENTLY rooms_order ON rooms (lower(\"order\") DESC) WHERE kind = 'large';",
    `CREATE FUNCTION note_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."order" := NEW."order" || '$function'; RETURN NEW; END $$;`,
    "CREATE FUNCTION room_name() RETURNS text LANGUAGE sql AS $body$ SELECT $$Room$$ $body$;",
    "INSERT INTO rooms (\"order\") VALUES ('it''s a row'), (E'two\\nlines');",
    "CREATE TRIGGER rooms_note BEFORE INSERT ON rooms FOR EACH ROW EXECUTE FUNCTION note_room();",
  );
  const { sql, differences } = await squashMigrations(databaseUrl, [...migrations, migration]);
  expect(differences).toEqual([]);
  expect(sql).toContain(
    '-- Rooms of the shop.\nCREATE TABLE rooms (\n\tid uuid DEFAULT uuidv7() NOT NULL,\n\t"order" text',
  );
  expect(sql).toMatch(/-- One of each\.\nCREATE UNIQUE INDEX rooms_order ON rooms/);
});

test("a view, a changed column setting, rights and a comment on a table are named as differences, for the command to refuse", async () => {
  const migration = buildMigration(
    "CREATE VIEW names AS SELECT name FROM organizations;",
    "ALTER TABLE organizations ALTER COLUMN name SET STORAGE EXTERNAL;",
    "GRANT SELECT ON organizations TO PUBLIC;",
    "COMMENT ON TABLE organizations IS 'customers';",
  );
  const { differences } = await squashMigrations(databaseUrl, [...migrations, migration]);
  const missingLines = differences.filter((line) => line.startsWith("-"));
  for (const what of [
    "- view public.names",
    "- column organizations 2 name ",
    "- relation organizations ",
    "- comment on table",
  ])
    expect(missingLines, what).toContainEqual(expect.stringContaining(what));
});

test("only the newest snapshot of drizzle-kit is kept, with one line per table", () => {
  const { entries } = JSON.parse(readFileSync(join(root, "migrations/meta/_journal.json"), "utf8"));
  const newestSnapshot = `migrations/meta/${entries.at(-1).tag.slice(0, 4)}_snapshot.json`;
  expect(globSync("migrations/meta/*_snapshot.json", { cwd: root })).toEqual([newestSnapshot]);
  const text = readFileSync(join(root, newestSnapshot), "utf8");
  expect(text === toSnapshotText(JSON.parse(text)), `${newestSnapshot}: npm run db:generate`).toBe(true);
  expect(text.split("\n")).toHaveLength(Object.keys(JSON.parse(text).tables).length + 3);
});
