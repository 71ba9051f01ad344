import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getTableName, isTable } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../db/schema/index.ts";
import { moduleOf } from "../../tools/house/import-table.ts";
import { writesIn } from "./statements.ts";

const root = join(import.meta.dirname, "../..");
const tables = Object.values<unknown>(schema)
  .filter((each) => isTable(each))
  .map((each) => getTableName(each))
  .toSorted();
const writes = globSync("{worker,routes}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !file.endsWith(".d.ts"))
  .flatMap((file) => writesIn(file, readFileSync(join(root, file), "utf8")).map((write) => ({ file, ...write })))
  .filter(({ table }) => tables.includes(table));

/** The module and folder of the domain that a file is in, or the file itself. */
const folderOf = (file: string) => (moduleOf(file) === undefined ? file : dirname(file).replace("worker/domain/", ""));

/** docs/tables.md as the statements of today make it (ADR-002). */
function tablesDocument(): string {
  const byTrigger = writtenByTriggers();
  const rows = tables.map((table) => {
    const folders = new Set(writes.filter((write) => write.table === table).map(({ file }) => folderOf(file)));
    const writers = [...folders].toSorted().map((folder) => `\`${folder}\``);
    const others = [byTrigger.has(table) ? "a trigger" : [], writtenByCommands.has(table) ? "a command of `db/`" : []];
    return `| \`${table}\` | ${[...writers, ...others.flat()].join(", ")} |`;
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
  await expect(tablesDocument()).toMatchFileSnapshot("../../docs/tables.md");
});

/**
 * Tables that functions of the migrations write, which triggers run: data that a migration moves once does not count.
 */
function writtenByTriggers(): Set<string> {
  const sql = globSync("migrations/*.sql", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const bodies = sql.flatMap((text) => [...text.matchAll(/create (?:or replace )?function[^$]*\$\$(.*?)\$\$/gis)]);
  const found = bodies.flatMap(([, body = ""]) => [
    ...body.matchAll(/(?:insert into|update) (?:public\.)?"?([a-z_]+)/gi),
  ]);
  return new Set(found.map(([, table = ""]) => table));
}

/** Tables that a command of `db/` inserts into, as docs/deploy.md says, without seeds. */
const writtenByCommands = new Set(
  globSync("db/*.ts", { cwd: root })
    .flatMap((file) => writesIn(file, readFileSync(join(root, file), "utf8")))
    .filter(({ verb }) => verb === "insert")
    .map(({ table }) => table),
);

/** Tables whose rows only a seed or a test could create. */
function withoutWriter(inserted: ReadonlySet<string>): string[] {
  return tables.filter((table) => !inserted.has(table));
}

test("every table is filled by a call, a screen, a job, a trigger or a command, and by no seed alone", () => {
  const byWorker = writes.filter(({ verb }) => verb === "insert").map(({ table }) => table);
  const inserted = new Set([...byWorker, ...writtenByTriggers(), ...writtenByCommands]);
  expect(withoutWriter(inserted)).toEqual([]);
  // a table without its writer is reported
  inserted.delete("industries");
  expect(withoutWriter(inserted)).toEqual(["industries"]);
});

test.each(["outbox", "rate_counters", "audit_log", "payment_ledger", "tasks"])("%s has one writer", (table) => {
  expect(new Set(writes.filter((write) => write.table === table).map(({ file }) => moduleOf(file))).size).toBe(1);
});

test("one file puts mails into the outbox, and one writes the audit log", () => {
  const inserting = (table: string) =>
    writes.filter((write) => write.table === table && write.verb === "insert").map(({ file }) => file);
  expect(inserting("outbox")).toEqual(["worker/domain/notifications/notify.ts"]);
  expect(inserting("audit_log")).toEqual(["worker/domain/platform/audit/audited.ts"]);
});

const writesOf = (text: string) => writesIn("worker/x.ts", `const a = sql\`${text}\`;`);

test("a statement's writes are found, and what only sounds like one is not", () => {
  expect(writesOf("with a as (delete from orders o using x), b as (insert into carts as c (id) values (1))")).toEqual([
    { table: "orders", verb: "delete" },
    { table: "carts", verb: "insert" },
  ]);
  expect(writesOf("update carts c set ${set} where id = ${id}")).toEqual([{ table: "carts", verb: "update" }]);
  expect(writesOf("insert into carts values (1) on conflict do update set a = 1")).toHaveLength(1);
  expect(writesOf("select 1 from carts for update of carts")).toEqual([]);
  expect(writesOf("select 1 from carts for update skip locked")).toEqual([]);
  expect(writesIn("worker/x.ts", 'claimDue({ table: "refunds", isOpen });')).toEqual([
    { table: "refunds", verb: "update" },
  ]);
  expect(writesIn("worker/x.ts", "// update carts set x\nexport {};")).toEqual([]);
});
