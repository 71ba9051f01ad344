// Starting a database and a bucket takes seconds, so these tests of the chain share them.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Anchor } from "../../../worker/domain/platform/audit/chain/chain.ts";
import { readEntries, readHead } from "../../../ops/audit/read-entries.ts";
import { verifyChain } from "../../../worker/domain/platform/audit/chain/walk.ts";
import { approveAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { getAuditCheck, verifyAudit } from "../../../worker/contract/v1/admin/audit.ts";
import { createOrganization, updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { inactivateUser, updateUser } from "../../../worker/contract/v1/admin/users.ts";
import { root } from "../../../sandbox/process/settings.ts";
import { type Actor, actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { dumpDatabase, openDatabase, type Query } from "../../support/database.ts";
import { erasingStatements } from "../../support/erasing.ts";
import { factoriesOn, unique } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";
import { isWhole } from "../../support/by-night.ts";
import { postForm } from "../../support/forms.ts";
import { readWords } from "../../http/pages/words.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let admin: Actor;
let folder: string;

const runActions = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = (await admin.client.call(createOrganization, { body: { name: unique("Chained") } })).reply();
      (
        await admin.client.call(updateOrganization, { params: { org_id: id }, body: { notes: "Ünïcode — “quoted”" } })
      ).reply();
    }),
  );

beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  folder = mkdtempSync(join(tmpdir(), "crunchbox-audit-"));
  admin = await actorsOn({ query, factories: factoriesOn(query), url: app.worker.url }).signedInAdmin();
  await runActions(20);
  await query("create table kept_log as table audit_log; create table kept_head as table audit_head");
});
const restoreLog = () =>
  tamper(`delete from audit_log; insert into audit_log select * from kept_log;
    delete from audit_head; insert into audit_head select * from kept_head`);
afterEach(restoreLog);
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** By default the command has no token for the bucket. */
async function runVerify(args: string[] = [], changes: Record<string, string> = { CLOUDFLARE_API_TOKEN: "" }) {
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ ...app.sandbox.operatorVars(), ...changes }));
  const env = { ...process.env, DATA_DIR: folder };
  return promisify(execFile)(process.execPath, ["ops/audit/verify.ts", ...args], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      stdout: `${error.stdout}${error.stderr}`,
    }),
  );
}

/** Runs the check of `npm run audit:verify` in this process. */
async function findProblems(anchors: Anchor[] = []): Promise<string> {
  const client = new Client({ connectionString: app.sandbox.vars["DATABASE_URL"] });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return (await verifyChain(readEntries(client), await readHead(client), anchors)).problems.join("\n");
  } finally {
    await client.end();
  }
}

const parseHead = (stdout: string) => /The last is (\d+:[0-9a-f]{64})/.exec(stdout)?.[1] ?? "";
/** Changes rows as the database's owner could, with the trigger disabled. */
const tamper = (statement: string) =>
  query(`begin; alter table audit_log disable trigger audit_log_seal; ${statement};
    alter table audit_log enable trigger audit_log_seal; commit`);
const entryAt = (place: string) => `(select id from audit_log order by seq ${place} limit 1)`;
const middleEntry = entryAt("offset 10");

/** Rebuilds the whole chain with its head, as the database's owner could. */
const rechainSql = `do $$ declare e audit_log; n bigint := 0; h text := repeat('0', 64); begin
  for e in select * from audit_log where seq is not null order by seq loop
    n := n + 1; e.seq := n; e.previous_hash := h;
    e.data_hash := encode(sha256(convert_to(e.data::text, 'UTF8')), 'hex');
    e.hash := encode(sha256(convert_to(audit_text(e), 'UTF8')), 'hex'); h := e.hash;
    update audit_log set seq = n, previous_hash = e.previous_hash, data_hash = e.data_hash, hash = h where id = e.id;
  end loop;
  update audit_head set seq = n, hash = h;
end $$`;

describe("the chain", () => {
  test("of acts that were committed at the same time is whole, without a gap and without a fork", async () => {
    await runActions(20);
    const [row] = await query<Record<string, number>>(
      `select count(*)::int as n, count(distinct seq)::int as places, max(seq)::int as last,
        (select seq::int from audit_head) as head, count(distinct previous_hash)::int as links
       from audit_log`,
    );
    expect(row?.["n"]).toBeGreaterThanOrEqual(80);
    expect(row).toEqual({ n: row?.["n"], places: row?.["n"], last: row?.["n"], head: row?.["n"], links: row?.["n"] });
    const { code, stdout } = await runVerify();
    expect(stdout).toContain(`${row?.["n"]} entries are whole`);
    expect(code).toBe(0);
  });

  const duplicateSql = `insert into audit_log select (jsonb_populate_record(l, jsonb_build_object('id', uuidv7(), 'action', 'signIn'))).*
    from audit_log l where id = ${middleEntry}`;

  test.each([
    ["an action", `update audit_log set action = 'signIn' where id = ${middleEntry}`, /Entry 11 \(.* was changed/],
    ["who did it", `update audit_log set actor_id = uuidv7() where id = ${middleEntry}`, /Entry 11 \(.* was changed/],
    [
      "when",
      `update audit_log set created_at = created_at + interval '1 ms' where id = ${middleEntry}`,
      /Entry 11 .*changed/,
    ],
    [
      "what it tells",
      `update audit_log set data = '{"a": 1}' where id = ${middleEntry}`,
      /The content of entry 11 \(.* was changed/,
    ],
    [
      "what it tells, as if somebody had been erased",
      `update audit_log set data = '{"erased": true}' where id = ${middleEntry}`,
      /The content of entry 11 \(.* was removed/,
    ],
    [
      "an entry with its own hash",
      `do $$ declare e audit_log; begin select * into e from audit_log where id = ${middleEntry}; e.action := 'signIn';
        update audit_log set action = e.action, hash = encode(sha256(convert_to(audit_text(e), 'UTF8')), 'hex') where id = e.id;
       end $$`,
      /Entry 12 \(.* does not follow the one before it/,
    ],
  ])("finds that %s was changed", async (_, statement, told) => {
    await tamper(statement);
    expect(await findProblems()).toMatch(told);
  });

  test.each([
    ["in the middle", `delete from audit_log where id = ${middleEntry}`, /Entry 11 was removed/],
    ["three of them", `delete from audit_log where seq between 5 and 7`, /Entries 5 to 7 were removed/],
    ["the first one", `delete from audit_log where seq = 1`, /Entry 1 was removed/],
    ["the last one", `delete from audit_log where id = ${entryAt("desc")}`, /the last ones, were removed/],
  ])("finds that entries were removed: %s", async (_, statement, told) => {
    await tamper(statement);
    expect(await findProblems()).toMatch(told);
  });

  test.each([
    ["at the place of another", duplicateSql, /was inserted: its place is taken|does not follow/],
    ["at no place", duplicateSql.replace("'action'", "'seq', null, 'action'"), /is in no chain/],
  ])("finds that an entry was inserted %s", async (_, statement, told) => {
    await tamper(statement);
    expect(await findProblems()).toMatch(told);
  });

  test("that was rewritten to its end, with its head, is found by an anchor", async () => {
    const anchor = parseHead((await runVerify()).stdout);
    const file = join(folder, "log.txt");
    const [seq, hash] = anchor.split(":");
    writeFileSync(file, `2026-11-22 info ${JSON.stringify({ event: "audit-anchor", seq, hash })}\nanother line\n`);
    expect((await runVerify(["--anchor", anchor, "--anchors", file])).stdout).toContain("at 2 anchors");
    const removals: [string, RegExp][] = [
      [`delete from audit_log where id = ${middleEntry}`, /the last ones, were removed: they were anchored/],
      [`delete from audit_log where id = ${entryAt("desc")}`, /the last ones, were removed: they were anchored/],
      [`update audit_log set action = 'signIn' where id = ${middleEntry}`, /is not the one that was anchored/],
    ];
    for (const [statement, told] of removals) {
      await tamper(`${statement}; ${rechainSql}`);
      expect(await findProblems()).toBe("");
      expect(await findProblems([{ seq: Number(seq), hash: hash ?? "" }])).toMatch(told);
      await restoreLog();
    }
    await tamper(`delete from audit_log where id = ${entryAt("desc")}; ${rechainSql}`);
    const result = await runVerify(["--anchors", file]);
    expect(result.stdout).toMatch(/the last ones, were removed: they were anchored/);
    expect(result.code).toBe(1);
    expect((await runVerify(["--anchor", "last"])).stdout).toContain('--anchor is "last"');
  });

  test.runIf(isWhole)("keeps what was verified in the bucket, and reads it from there", async () => {
    const token = { CLOUDFLARE_API_TOKEN: app.sandbox.operatorVars()["CLOUDFLARE_API_TOKEN"] ?? "" };
    expect((await runVerify([], token)).stdout).toContain("saved in the bucket");
    await tamper(`delete from audit_log where id = ${entryAt("desc")}; ${rechainSql}`);
    const result = await runVerify([], token);
    expect(result.stdout).toMatch(/the last ones, were removed: they were anchored/);
    expect(result.code).toBe(1);
  });
});

test("the head is anchored each hour: a line of the log and an object of the bucket, or the line alone where the bucket fails", async () => {
  const sandbox = sandboxAt(app.sandbox.url);
  await sandbox.runJob("anchor-audit");
  const [head] = await query<{ seq: string; hash: string }>("select seq::text as seq, hash from audit_head");
  const listAnchorLines = () => app.lines.filter((line) => line.includes("audit-anchor"));
  await expect.poll(listAnchorLines).toEqual([expect.stringContaining(`"seq":"${head?.seq}","hash":"${head?.hash}"`)]);
  await sandbox.addFault({ service: "files", kind: "status", value: 500, times: 1 });
  await sandbox.runJob("anchor-audit");
  await expect.poll(() => listAnchorLines().length).toBe(3);
  expect(listAnchorLines()[2]).toContain("the bucket failed");
});

test("a chain that was rewritten is found by what the worker put into its bucket, through the platform or as a file", async () => {
  const anchorKey = () => `audit/anchors/${new Date().toISOString().slice(0, 13)}.json`;
  const keyBefore = anchorKey();
  await sandboxAt(app.sandbox.url).runJob("anchor-audit");
  const [head] = await query<{ seq: string; hash: string }>("select seq::text as seq, hash from audit_head");
  // The object's key contains the hour, so the job may have used the key of the hour before or of the current one.
  const key = (await app.worker.readObject(anchorKey())) === undefined ? keyBefore : anchorKey();
  const object = (await app.worker.readObject(key)) ?? "";
  expect(JSON.parse(object)).toMatchObject(head ?? {});
  const file = join(folder, "object.json");
  writeFileSync(file, object);
  // In production the account's bucket is the worker's own, so the test copies the object.
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN = "" } = app.sandbox.operatorVars();
  const account = `${CLOUDFLARE_API_BASE_URL}/accounts/${CLOUDFLARE_ACCOUNT_ID}/r2/buckets`;
  const headers = { authorization: `Bearer ${CLOUDFLARE_API_TOKEN}` };
  expect((await fetch(`${account}/software/objects/${key}`, { method: "PUT", headers, body: object })).ok).toBe(true);
  await tamper(`delete from audit_log where id = ${entryAt("desc")}; ${rechainSql}`);
  expect(await findProblems()).toBe("");
  for (const found of [await runVerify([], { CLOUDFLARE_API_TOKEN }), await runVerify(["--anchors", file])]) {
    expect(found.stdout).toMatch(/the last ones, were removed: they were anchored/);
    expect(found.code).toBe(1);
  }
});

test("an entry that is anchored while the console verifies the chain accuses nobody", async () => {
  const sandbox = sandboxAt(app.sandbox.url);
  await sandbox.addFault({ service: "files", kind: "delay", value: 60_000 });
  const pendingCheck = admin.client.call(verifyAudit);
  await expect.poll(() => sandbox.faults()).toEqual([]);
  (await admin.client.call(createOrganization, { body: { name: unique("Anchored") } })).reply();
  await sandbox.runJob("anchor-audit");
  await sandbox.clearFaults();
  expect((await pendingCheck).reply().check.problems).toEqual([]);
});

test("the console verifies the chain, says what it found, and offers the receipt", async () => {
  const { client, user } = admin;
  const name = `${user.first_name} ${user.last_name}`;
  const pageText = async () => (await readWords(client, "/admin/audit")).replaceAll(/ +([,.])/g, "$1");
  expect(await pageText()).toContain("The chain was not verified here yet.");
  await sandboxAt(app.sandbox.url).runJob("anchor-audit");
  const [head] = await query<{ seq: string; hash: string }>("select seq::text as seq, hash from audit_head");
  const seq = Number(head?.seq);
  const { check } = (await client.call(verifyAudit)).reply();
  expect(check).toMatchObject({
    is_whole: true,
    entries: seq,
    head: { seq, hash: head?.hash },
    checked_by: { id: user.id, name },
    problems: [],
  });
  expect(check.anchors[0]).toMatchObject({ seq, hash: head?.hash });
  expect((await client.call(getAuditCheck)).reply().check).toEqual(check);
  expect(await pageText()).toMatch(
    new RegExp(
      `${seq.toLocaleString("en-US")} acts, chain whole, checked .{12,}, anchor #${seq}\\. Download the receipt`,
    ),
  );
  expect(await pageText()).toContain(`${name} verified the audit log`);

  await tamper(`update audit_log set action = 'signIn' where id = ${middleEntry}`);
  const brokenCheck = (await client.call(verifyAudit)).reply().check;
  expect(brokenCheck.is_whole).toBe(false);
  expect(brokenCheck.problems).toEqual([expect.stringMatching(/^Entry 11 .*was changed/)]);
  const answer = await postForm(client, "/admin/audit/check", {});
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/audit"]);
  const brokenPageText = await pageText();
  expect(brokenPageText).toContain("The chain is broken. Entry 11");
  expect(brokenPageText).toContain("acts, chain broken, checked");
});

test("the console finds a chain that was rewritten by the anchors in the bucket", async () => {
  await sandboxAt(app.sandbox.url).runJob("anchor-audit");
  await tamper(`delete from audit_log where id = ${middleEntry}; ${rechainSql}`);
  const { check } = (await admin.client.call(verifyAudit)).reply();
  expect(check.problems).toEqual([expect.stringMatching(/the last ones, were removed: they were anchored/)]);
});

test("of a person who is erased the log tells no name and no address, and is whole", async () => {
  const { client, user } = await actorsOn({
    query,
    factories: factoriesOn(query),
    url: app.worker.url,
  }).signedInAdmin();
  (await client.call(createOrganization, { body: { name: unique("Erased"), billing_email: user.email } })).reply();
  const findEmailEntries = () => query("select 1 from audit_log where data::text ilike '%' || $1 || '%'", [user.email]);
  expect(await findEmailEntries()).toHaveLength(1);
  expect(await query("select erase_audit_of($1) as n", [user.id])).toEqual([{ n: 1 }]);
  expect(await findEmailEntries()).toEqual([]);
  expect(await findProblems()).toBe("");
  // Without the audit entry that records the erasure, the check reports the erased data as tampering.
  await tamper(`delete from audit_log where action = 'eraseAudit'; update audit_head set
    (seq, hash) = (select seq, hash from audit_log order by seq desc limit 1)`);
  expect(await findProblems()).toMatch(/was removed, and no entry says so/);
});

test("the steps to erase a person leave no address and no number, and the name on orders alone", async () => {
  const factories = factoriesOn(query);
  const phone = "+15125550147";
  const { id: org_id } = await factories.createOrganization();
  const { id, email, last_name } = await factories.createAccountRequest();
  const approval = { request_ids: [id], org_id, roles: ["user" as const] };
  (await admin.client.call(approveAccountRequests, { body: approval })).reply();
  const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
  if (!user) throw new Error("the approval created no user");
  const params = { user_id: user.id };
  (await admin.client.call(updateUser, { params, body: { phone } })).reply();
  (await admin.client.call(inactivateUser, { params })).reply();
  await query("update users set email_returned = 'bounced', returned_email = email where id = $1", [user.id]);
  await query("insert into user_phones (user_id, number, verified_at) values ($1, $2, now())", [user.id, phone]);
  await query(
    `insert into security_events (user_id, kind, data)
     values ($1, 'email_changed', jsonb_build_object('old_email', $2::text))`,
    [user.id, email],
  );
  const personal_data = { first_name: "Asking", last_name, phone, email };
  await query(
    `insert into orders (user_id, org_id, total, status, payment_status, shipping_data)
     values ($1, $2, 0, 'received', 'paid', $3)`,
    [user.id, org_id, { personal_data, address: null, packages: [], method: null }],
  );
  for (const statement of erasingStatements) await query(statement.replaceAll("<id>", user.id));
  const rows = (await dumpDatabase(query)).split("\n");
  expect(rows.filter((row) => row.includes(email) || row.includes(phone))).toEqual([]);
  expect(rows.filter((row) => row.includes(last_name) && !row.includes('"order_number"'))).toEqual([]);
  expect(await findProblems()).toBe("");
});
