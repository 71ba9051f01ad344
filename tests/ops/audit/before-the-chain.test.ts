import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../../db/migrate.ts";
import { readEntries, readHead } from "../../../ops/audit/read-entries.ts";
import { verifyChain } from "../../../worker/domain/platform/audit/chain/walk.ts";
import { databaseUrl, query } from "../../support/database.ts";

/** The statement of the migration that introduced the chain: one entry with the hash of all earlier entries. */
const sealSql = `
  insert into audit_log (actor_kind, action, subject_type, subject_id, data)
  select 'system', 'sealAuditLog', 'audit_log', 'before', jsonb_build_object(
    'entries', count(*),
    'sha256', encode(sha256(convert_to(string_agg(encode(sha256(convert_to(audit_text(
      jsonb_populate_record(old, jsonb_build_object('data_hash', encode(sha256(convert_to(old.data::text, 'UTF8')), 'hex')))
    ), 'UTF8')), 'hex'), '' order by id), 'UTF8')), 'hex')
  )
  from audit_log old where seq is null`;

const name = `audit_${randomUUID().slice(0, 8)}`;
let db: Client;

beforeAll(async () => {
  await query(`create database ${name}`);
  const url = databaseUrl.replace(/[^/]+$/, name);
  db = new Client({ connectionString: url });
  db.on("notice", () => {});
  await db.connect();
  await migrate(url);
  await db.query("alter table audit_log disable trigger audit_log_seal");
  // Entries from before the chain: with and without data, by users, visitors and jobs, with multi-byte letters.
  await db.query(
    `insert into audit_log (created_at, actor_kind, actor_id, impersonator_id, action, subject_type, subject_id, org_id, data, request_id)
     select now() - n * interval '1 hour', (array['visitor', 'user', 'system'])[n % 3 + 1],
       case when n % 3 = 1 then gen_random_uuid() end, case when n % 9 = 1 then gen_random_uuid() end, 'updateUser', 'user',
       gen_random_uuid()::text, case when n % 2 = 0 then gen_random_uuid() end,
       case when n % 4 > 0 then jsonb_build_object('words', 'Ünïcode — “quoted”', 'n', n) end, 'r' || n
     from generate_series(1, 40) n`,
  );
  await db.query("alter table audit_log enable trigger audit_log_seal");
  await db.query(sealSql);
  await db.query(
    `insert into audit_log (actor_kind, action, subject_type, subject_id) values ('system', 'updateUser', 'user', 'after')`,
  );
});
afterAll(async () => {
  await db?.end();
  await query(`drop database if exists ${name}`);
});

async function verifyAuditLog() {
  await db.query("begin isolation level repeatable read read only");
  try {
    const { problems, entries } = await verifyChain(readEntries(db), await readHead(db), []);
    return { entries, problems: problems.join("\n") };
  } finally {
    await db.query("rollback");
  }
}

test("entries from before the chain are sealed by the migration, and stand as they were", async () => {
  const { rows } = await db.query(
    "select count(*) filter (where seq is null)::int as old, count(seq)::int as chained from audit_log",
  );
  expect(rows).toEqual([{ old: 40, chained: 2 }]);
  const seals = await db.query(
    "select seq::int, (data ->> 'entries')::int as n from audit_log where action = 'sealAuditLog'",
  );
  expect(seals.rows).toEqual([{ seq: 1, n: 40 }]);
  expect(await verifyAuditLog()).toEqual({ entries: 42, problems: "" });
});

const oldEntrySql = "(select id from audit_log where seq is null order by id offset 20 limit 1)";

test.each([
  ["an action that was changed", `update audit_log set action = 'signIn' where id = ${oldEntrySql}`],
  ["what one tells that was changed", `update audit_log set data = '{"a": 1}' where id = ${oldEntrySql}`],
  ["who did it", `update audit_log set actor_id = gen_random_uuid() where id = ${oldEntrySql}`],
  ["one that was removed", `delete from audit_log where id = ${oldEntrySql}`],
  [
    "one that was inserted",
    `insert into audit_log select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid()))).*
     from audit_log l where id = ${oldEntrySql}`,
  ],
])("of them is found %s", async (_what, statement) => {
  await db.query("create table kept as table audit_log; alter table audit_log disable trigger audit_log_seal");
  try {
    expect((await db.query(statement)).rowCount).toBe(1);
    expect((await verifyAuditLog()).problems).toMatch(
      /^Of the 40 entries from before the chain one was changed, inserted or removed: \d\d are there\.$/,
    );
  } finally {
    await db.query("delete from audit_log; insert into audit_log select * from kept; drop table kept");
    await db.query("alter table audit_log enable trigger audit_log_seal");
  }
  expect((await verifyAuditLog()).problems).toBe("");
});
