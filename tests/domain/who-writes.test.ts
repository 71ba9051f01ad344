import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { moduleOf } from "../../tools/house/import-table.ts";
import { findWrites } from "./statements.ts";

const root = join(import.meta.dirname, "../..");
const tables = Object.values<unknown>(schema)
  .filter((each) => isTable(each))
  .map((each) => getTableName(each))
  .toSorted();
const writes = globSync("{worker,routes}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !file.endsWith(".d.ts"))
  .flatMap((file) => findWrites(file, readFileSync(join(root, file), "utf8")).map((write) => ({ file, ...write })))
  .filter(({ table }) => tables.includes(table));

/** The folder of a domain file below `worker/domain/`; other files count by themselves. */
const toFolder = (file: string) => (moduleOf(file) === undefined ? file : dirname(file).replace("worker/domain/", ""));

/** The text of docs/tables.md that follows from today's statements (ADR-002). */
function renderTables(): string {
  const triggerTables = findTriggerTables();
  const rows = tables.map((table) => {
    const folders = new Set(writes.filter((write) => write.table === table).map(({ file }) => toFolder(file)));
    const writers = [...folders].toSorted().map((folder) => `\`${folder}\``);
    const otherWriters = [
      triggerTables.has(table) ? "a trigger" : [],
      commandTables.has(table) ? "a command of `db/`" : [],
    ];
    return `| \`${table}\` | ${[...writers, ...otherWriters.flat()].join(", ")} |`;
  });
  return [
    "# Tables and their writers",
    "",
    "Generated from the statements: `npm test -- --only api tests/domain/who-writes.test.ts -u`.",
    "",
    "A table belongs to the module that creates its rows. Any module may join it to read. Another module writes it only inside",
    "one statement that must succeed or fail as a whole, such as the claim of a cart.",
    "",
    "| table | written by |",
    "|---|---|",
    ...rows,
    "",
  ].join("\n");
}

test("docs/tables.md names every table and the folders whose statements write it", async () => {
  expect(writes.length).toBeGreaterThan(40);
  await expect(renderTables()).toMatchFileSnapshot("../../docs/tables.md");
});

/** Tables that the migrations' functions write, most as triggers; data that a migration moves once does not count. */
function findTriggerTables(): Set<string> {
  const sql = globSync("migrations/*.sql", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const bodies = sql.flatMap((text) => [...text.matchAll(/create (?:or replace )?function[^$]*\$\$(.*?)\$\$/gis)]);
  const tableMatches = bodies.flatMap(([, body = ""]) => [
    ...body.matchAll(/(?:insert into|update) (?:public\.)?"?([a-z_]+)/gi),
  ]);
  return new Set(tableMatches.map(([, table = ""]) => table));
}

/** Tables that a command in `db/` fills (docs/deploy.md); seeds are in `sandbox/seed/`. */
const commandTables = new Set(
  globSync("db/*.ts", { cwd: root })
    .flatMap((file) => findWrites(file, readFileSync(join(root, file), "utf8")))
    .filter(({ verb }) => verb === "insert")
    .map(({ table }) => table),
);

function findUnwritten(inserted: ReadonlySet<string>): string[] {
  return tables.filter((table) => !inserted.has(table));
}

test("every table is filled by a call, a screen, a job, a trigger or a command, and by no seed alone", () => {
  const workerTables = writes.filter(({ verb }) => verb === "insert").map(({ table }) => table);
  const inserted = new Set([...workerTables, ...findTriggerTables(), ...commandTables]);
  expect(findUnwritten(inserted)).toEqual([]);
  // Proves that the check reports a table without a writer.
  inserted.delete("industries");
  expect(findUnwritten(inserted)).toEqual(["industries"]);
});

test.each(["outbox", "rate_counters", "audit_log", "payment_ledger", "tasks"])("%s has one writer", (table) => {
  expect(new Set(writes.filter((write) => write.table === table).map(({ file }) => moduleOf(file))).size).toBe(1);
});

test("one file puts mails into the outbox, and one writes the audit log", () => {
  const findInserters = (table: string) =>
    writes.filter((write) => write.table === table && write.verb === "insert").map(({ file }) => file);
  expect(findInserters("outbox")).toEqual(["worker/domain/notifications/notify.ts"]);
  expect(findInserters("audit_log")).toEqual(["worker/domain/platform/audit/audited.ts"]);
});

const findSqlWrites = (text: string) => findWrites("worker/x.ts", `const a = sql\`${text}\`;`);

test("a statement's writes are found, and what only sounds like one is not", () => {
  expect(
    findSqlWrites("with a as (delete from orders o using x), b as (insert into carts as c (id) values (1))"),
  ).toEqual([
    { table: "orders", verb: "delete" },
    { table: "carts", verb: "insert" },
  ]);
  expect(findSqlWrites("update carts c set ${set} where id = ${id}")).toEqual([{ table: "carts", verb: "update" }]);
  expect(findSqlWrites("insert into carts values (1) on conflict do update set a = 1")).toHaveLength(1);
  expect(findSqlWrites("select 1 from carts for update of carts")).toEqual([]);
  expect(findSqlWrites("select 1 from carts for update skip locked")).toEqual([]);
  expect(findWrites("worker/x.ts", 'claimDue({ table: "refunds", isOpen });')).toEqual([
    { table: "refunds", verb: "update" },
  ]);
  expect(findWrites("worker/x.ts", "// update carts set x\nexport {};")).toEqual([]);
});
