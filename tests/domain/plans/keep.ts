// `npm run db:keep` writes db/kept-plans.sql, a function for each statement of the calls that are asked most, and their names
// into db/kept-names.ts; with `--check` it only tells whether they are those of this checkout.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { keptNames } from "../../../db/kept-names.ts";
import { keptName } from "../../../db/kept-plans.ts";
import { migrateDatabase } from "../../../sandbox/postgres/database.ts";
import { startPostgres } from "../../../sandbox/postgres/postgres.ts";
import { type Lifecycle, runCommand } from "../../../sandbox/process/lifecycle.ts";
import { root } from "../../../sandbox/process/settings.ts";
import { readSecrets } from "../../../sandbox/secrets.ts";
import { hotStatements, statementOf } from "./hot-calls.ts";

/** Types whose values are the same when they come as JSON. */
const asInJson = new Set(["uuid", "text", "text[]", "boolean", "integer", "double precision", "json", "jsonb"]);

await runCommand(keep);

async function keep(lifecycle: Lifecycle): Promise<number> {
  const texts = await Promise.all(hotStatements.map(async (hot) => ({ name: hot.name, text: await statementOf(hot) })));
  if (process.argv.includes("--check")) {
    const changed = texts.filter(({ name, text }) => keptNames[name] !== keptName(text));
    for (const { name } of changed) console.log(`The statement of ${name} has changed.`);
    return changed.length > 0 ? 1 : 0;
  }
  const functions = await describe(lifecycle, [...new Set(texts.map(({ text }) => text))]);
  const why =
    "-- Written by `npm run db:keep`. Those of an older release stay in the database, for the workers that call them.";
  writeFileSync(join(root, "db/kept-plans.sql"), `${why}\n${functions.join("\n\n")}\n`);
  const lines = texts.map(({ name, text }) => `  "${name}": "${keptName(text)}",\n`);
  writeFileSync(
    join(root, "db/kept-names.ts"),
    `// Written by \`npm run db:keep\`.\nexport const keptNames: Record<string, string> = {\n${lines.join("")}};\n`,
  );
  console.log(`The database keeps the plans of ${texts.length} statements.`);
  return 0;
}

/** The functions of these statements, by what a database of this checkout says of their values and columns. */
async function describe(lifecycle: Lifecycle, texts: string[]): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-keep-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir, secrets: readSecrets(dataDir), durable: false });
  await lifecycle.add(postgres.stop);
  await migrateDatabase(postgres.databaseUrl);
  const client = new Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  try {
    const functions: string[] = [];
    for (const text of texts) functions.push(await functionOf(client, text));
    return functions;
  } finally {
    await client.end();
  }
}

async function functionOf(client: Client, text: string): Promise<string> {
  await client.query(`prepare described as ${text}`);
  const { rows } = await client.query<{ values: string[]; columns: string[] }>(
    `select parameter_types::text[] as values, result_types::text[] as columns
     from pg_prepared_statements where name = 'described'`,
  );
  await client.query("deallocate described");
  const { values = [], columns = [] } = rows[0] ?? {};
  const other = columns.find((column) => !asInJson.has(column));
  if (other) throw new Error(`a column of the type ${other} would come as another value: ${text}`);
  return `CREATE OR REPLACE FUNCTION ${keptName(text)}(${values.join(", ")}) RETURNS json LANGUAGE plpgsql AS $kept$
#variable_conflict use_column
DECLARE answer json;
BEGIN
WITH kept AS (
${text}
) SELECT coalesce(json_agg(kept), '[]') INTO answer FROM kept;
RETURN answer;
END $kept$;`;
}
