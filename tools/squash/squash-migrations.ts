import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { applyMigration, type Migration } from "../../db/migrate.ts";
import { buildBaseline } from "./baseline.ts";
import { readComments } from "./comments.ts";
import { describeDatabase } from "./describe.ts";

/**
 * SQL of one equivalent migration, and differences: "-" marks missing lines, "+" new ones. Uses two temporary
 * databases on the owner's server.
 */
export async function squashMigrations(
  databaseUrl: string,
  migrations: readonly Migration[],
): Promise<{ sql: string; differences: string[] }> {
  const comments = readComments(migrations.map(({ statements }) => statements.join("\n")));
  const { sql, lines: before } = await inNewDatabase(databaseUrl, migrations, async (client) => ({
    sql: await buildBaseline(client, comments),
    lines: await describeDatabase(client),
  }));
  const baseline = { tag: "0000_baseline", when: 1, hash: "", statements: sql.split("--> statement-breakpoint") };
  const after = await inNewDatabase(databaseUrl, [baseline], describeDatabase);
  return {
    sql,
    differences: [
      ...linesMissingIn(after, before).map((line) => `- ${line}`),
      ...linesMissingIn(before, after).map((line) => `+ ${line}`),
    ],
  };
}

/** Lines of `all` that `some` lacks. A line that `all` repeats more often counts as missing. */
function linesMissingIn(some: readonly string[], all: readonly string[]): string[] {
  const remaining = new Map<string, number>();
  for (const line of some) remaining.set(line, (remaining.get(line) ?? 0) + 1);
  return all.filter((line) => {
    const count = remaining.get(line) ?? 0;
    remaining.set(line, count - 1);
    return count <= 0;
  });
}

async function inNewDatabase<T>(
  databaseUrl: string,
  migrations: readonly Migration[],
  read: (client: Client) => Promise<T>,
): Promise<T> {
  const name = `squash_${randomUUID().slice(0, 8)}`;
  const owner = await connect(databaseUrl);
  try {
    await owner.query(`create database ${name}`);
    const client = await connect(databaseUrl.replace(/[^/]+$/, name));
    try {
      await client.query(
        `create schema drizzle;
        create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
      );
      for (const migration of migrations) await applyMigration(client, migration);
      return await read(client);
    } finally {
      await client.end();
      // A drop without `force` waits for the server's own vacuum, which `force` could not end.
      await owner.query(`drop database ${name}`);
    }
  } finally {
    await owner.end();
  }
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on("notice", () => undefined);
  await client.connect();
  return client;
}
