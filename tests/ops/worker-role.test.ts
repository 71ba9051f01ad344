import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

let worker: Client;

beforeAll(async () => {
  worker = new Client({ connectionString: inject("workerVars")["DATABASE_URL"] });
  await worker.connect();
});
afterAll(() => worker?.end());

test("the worker under all these tests signs in as a role that is not the owner", async () => {
  const { rows } = await worker.query("select current_user::text as role");
  expect(rows).toEqual([{ role: "crunchbox_worker" }]);
});

test.each([
  "drop table outbox",
  "alter table users add column more text",
  "create table mine (id int)",
  "truncate payment_ledger",
  "create index more on users (email)",
  "delete from payment_ledger",
  "update payment_ledger set amount_cents = 0",
  "insert into ledger_parts (entry_id, amount_cents) select id, 1 from payment_ledger limit 1",
  "update ledger_parts set amount_cents = 0",
  "delete from ledger_parts",
  "delete from audit_log",
  "update audit_log set action = 'nothing'",
  "truncate audit_log",
  "update audit_log set hash = previous_hash",
  "insert into audit_log (id, actor_kind, action, subject_type, subject_id) select id, 'user', 'signIn', 'user', 'x' from audit_log limit 1 on conflict (id) do update set action = 'nothing'",
  "alter table audit_log disable trigger audit_log_seal",
  "set session_replication_role = replica",
  "update audit_head set seq = 0",
  "delete from audit_head",
  "insert into audit_head (is_only, seq, hash) values (false, 0, 'x')",
  "select erase_audit_of(uuidv7())",
  "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1)",
  "create role another",
  "alter database crunchbox set random_page_cost = 4",
  "copy users to program 'cat'",
])("it may not: %s", async (statement) => {
  await expect(worker.query(statement)).rejects.toMatchObject({ code: "42501" });
});
