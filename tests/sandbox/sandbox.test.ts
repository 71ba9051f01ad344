import { randomUUID } from "node:crypto";
import { Pool, neon, neonConfig } from "@neondatabase/serverless";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startOwnApp } from "../support/app.ts";
import { sandboxAt } from "../support/sandbox.ts";

type OwnApp = Awaited<ReturnType<typeof startOwnApp>>;
let app: OwnApp;
let sandbox: ReturnType<typeof sandboxAt>;

beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
});
beforeEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

describe("email", () => {
  const sendMail = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    fetch(`${app.sandbox.url}/email/emails`, {
      method: "POST",
      headers: { authorization: `Bearer ${app.sandbox.vars["EMAIL_API_KEY"]}`, ...headers },
      body: JSON.stringify(body),
    });
  const buildMail = (to: string, text = "hello") => ({
    from: "A <a@crunchbox.test>",
    to: [to],
    subject: "Hi",
    html: `<p>${text}</p>`,
    text,
  });

  test("the same idempotency key sends one mail, with another body it is refused", async () => {
    const to = `${randomUUID()}@inbox.test`;
    const key = { "idempotency-key": randomUUID() };
    const first = await (await sendMail(buildMail(to), key)).json();
    const repeated = await sendMail(buildMail(to), key);
    expect(repeated.status).toBe(200);
    expect(await repeated.json()).toEqual(first);
    const conflict = await sendMail(buildMail(to, "changed"), key);
    expect(conflict.status).toBe(409);
    expect(await conflict.json()).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
    const mails = await sandbox.mailsTo(to);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to, subject: "Hi", text: "hello", idempotency_key: key["idempotency-key"] });
  });

  test("a request without a key, with a wrong key or without a recipient is refused as the provider does", async () => {
    expect((await sendMail(buildMail("x@inbox.test"), { authorization: "" })).status).toBe(401);
    expect((await sendMail(buildMail("x@inbox.test"), { authorization: "Bearer wrong" })).status).toBe(403);
    const incomplete = await sendMail({ from: "a@a.test", subject: "Hi", text: "x" });
    expect(incomplete.status).toBe(422);
    expect(await incomplete.json()).toMatchObject({ name: "missing_required_field" });
  });

  test("the inbox shows a mail's HTML where no script of it can run", async () => {
    const to = `${randomUUID()}@inbox.test`;
    await sendMail(buildMail(to, "<script>alert(1)</script>"));
    const [mail] = await sandbox.mailsTo(to);
    const page = await (await fetch(`${app.sandbox.url}/mail/${mail?.id}`)).text();
    expect(page).toContain('sandbox="allow-popups');
    expect(page).not.toContain("allow-scripts");
    const content = await fetch(`${app.sandbox.url}/mail/${mail?.id}/html`);
    expect(content.headers.get("content-security-policy")).toMatch(/^sandbox (?!.*allow-scripts)/);
  });

  test("a fault meets as many requests as asked for, before or after their effect", async () => {
    const to = `${randomUUID()}@inbox.test`;
    await sandbox.addFault({ service: "email", kind: "status", value: 503, times: 2 });
    expect([(await sendMail(buildMail(to))).status, (await sendMail(buildMail(to))).status]).toEqual([503, 503]);
    expect(await sandbox.mailsTo(to)).toHaveLength(0);
    await sandbox.addFault({ service: "email", path: "/emails", kind: "cut", when: "after" });
    await expect(sendMail(buildMail(to))).rejects.toThrow("fetch failed");
    expect(await sandbox.mailsTo(to)).toHaveLength(1);
    expect((await sendMail(buildMail(to))).status).toBe(200);
    const calls = await sandbox.callsTo("email");
    expect(calls.slice(0, 4).map(({ status, fault }) => [status, fault])).toEqual([
      [200, null],
      [0, "cut"],
      [503, "status"],
      [503, "status"],
    ]);
  });

  test("a hanging request ends when faults are deleted", async () => {
    await sandbox.addFault({ service: "email", kind: "hang" });
    const hangingRequest = sendMail(buildMail("x@inbox.test")).then(
      () => "answered",
      () => "cut",
    );
    await expect.poll(async () => (await (await fetch(`${app.sandbox.url}/faults`)).json()).length).toBe(0);
    await sandbox.clearFaults();
    expect(await hangingRequest).toBe("cut");
  });

  test("a fault that is not understood is refused with a reason", async () => {
    const response = await sandbox.post("/faults", { service: "email", kind: "explode" });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toContain("kind");
  });
});

describe("text messages", () => {
  test("a message is accepted and listed, a number that cannot be is refused with the provider's code", async () => {
    const { SMS_API_URL, SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM = "" } = app.sandbox.vars;
    const authorization = `Basic ${btoa(`${SMS_ACCOUNT_SID}:${SMS_AUTH_TOKEN}`)}`;
    const sendText = (To: string) =>
      fetch(`${SMS_API_URL}/2010-04-01/Accounts/${SMS_ACCOUNT_SID}/Messages.json`, {
        method: "POST",
        headers: { authorization },
        body: new URLSearchParams({ To, From: SMS_FROM, Body: "Hello" }),
      });
    const acceptedResponse = await sendText("+15550100");
    expect(acceptedResponse.status).toBe(201);
    expect(await acceptedResponse.json()).toMatchObject({ status: "queued", to: "+15550100" });
    const refusedResponse = await sendText("nobody");
    expect(refusedResponse.status).toBe(400);
    expect(await refusedResponse.json()).toMatchObject({ code: 21211, status: 400 });
    const list = await (await fetch(`${app.sandbox.url}/sms.json`)).json();
    expect(list[0]).toMatchObject({ to: "+15550100", text: "Hello" });
  });
});

describe("database", () => {
  // The product's driver, which other files of this process may have loaded, adds its own retries.
  const { fetchFunction } = neonConfig;
  beforeAll(() => {
    neonConfig.fetchFunction = undefined;
  });
  afterAll(() => {
    neonConfig.fetchFunction = fetchFunction;
  });

  const openDatabase = () => {
    neonConfig.fetchEndpoint = app.sandbox.vars["NEON_FETCH_ENDPOINT"] ?? "";
    return neon(app.sandbox.databaseUrl, { disableWarningInBrowsers: true });
  };
  const uniqueTable = () => `t_${randomUUID().replaceAll("-", "")}`;

  test("a batch is all or nothing", async () => {
    const db = openDatabase();
    const table = uniqueTable();
    await db.query(`CREATE TABLE ${table} (id int PRIMARY KEY)`);
    const insert = (id: number) => db.query(`INSERT INTO ${table} VALUES ($1) RETURNING id`, [id]);
    await expect(db.transaction([insert(1), insert(2), insert(1)])).rejects.toMatchObject({
      code: "23505",
      constraint: `${table}_pkey`,
      detail: "Key (id)=(1) already exists.",
    });
    expect(await db.query(`SELECT id FROM ${table}`)).toEqual([]);
    expect(await db.transaction([insert(1), insert(2)], { isolationLevel: "Serializable" })).toEqual([
      [{ id: 1 }],
      [{ id: 2 }],
    ]);
    const readOnlyWrite = db.transaction([insert(3)], { readOnly: true });
    await expect(readOnlyWrite).rejects.toMatchObject({ code: "25006" });
  });

  test("a statement that failed works once its table is there, and again after the table has changed", async () => {
    const db = openDatabase();
    const table = uniqueTable();
    const select = () => db.query(`SELECT * FROM ${table}`);
    await expect(select()).rejects.toMatchObject({ code: "42P01" });
    await db.query(`CREATE TABLE ${table} (a int)`);
    expect(await select()).toEqual([]);
    await db.query(`INSERT INTO ${table} VALUES (1)`);
    await db.query(`ALTER TABLE ${table} ADD COLUMN b text DEFAULT 'new'`);
    expect(await select()).toEqual([{ a: 1, b: "new" }]);
  });

  test("a statement has no name, so that its connection keeps no plan of it", async () => {
    const db = openDatabase();
    const select = () => db.query("SELECT count(*)::int AS kept, $1::int AS time FROM pg_prepared_statements", [1]);
    for (let time = 0; time < 3; time += 1) expect(await select()).toEqual([{ kept: 0, time: 1 }]);
  });

  test("a wrong password is refused as PostgreSQL does", async () => {
    const url = new URL(app.sandbox.databaseUrl);
    url.password = "wrong";
    neonConfig.fetchEndpoint = app.sandbox.vars["NEON_FETCH_ENDPOINT"] ?? "";
    const unauthorized = neon(url.href, { disableWarningInBrowsers: true });
    await expect(unauthorized.query("SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  });

  test("interactive transactions go through the WebSocket", async () => {
    neonConfig.wsProxy = app.sandbox.vars["NEON_WS_PROXY"] ?? "";
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineTLS = false;
    neonConfig.pipelineConnect = "password";
    const pool = new Pool({ connectionString: app.sandbox.databaseUrl, max: 1 });
    const client = await pool.connect();
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT $1::int AS n, repeat('x', 200000) AS long", [7]);
    await client.query("ROLLBACK");
    client.release();
    await pool.end();
    expect(rows[0]).toMatchObject({ n: 7 });
    expect(rows[0].long).toHaveLength(200_000);
  });

  test("an answer that is lost after the commit leaves the change behind", async () => {
    const db = openDatabase();
    const table = uniqueTable();
    await db.query(`CREATE TABLE ${table} (id int PRIMARY KEY)`);
    const insert = `INSERT INTO ${table} VALUES (1)`;
    await sandbox.addFault({ service: "database", path: "/sql", text: insert, kind: "cut", when: "after" });
    await expect(db.query(insert)).rejects.toThrow("fetch failed");
    expect(await db.query(`SELECT id FROM ${table}`)).toEqual([{ id: 1 }]);
  });

  test("a killed PostgreSQL answers 503 at once, and works again after its restart without another step", async () => {
    const db = openDatabase();
    expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await app.sandbox.postgres.kill();
    const startedAt = performance.now();
    await expect(db.query("SELECT 1 AS one")).rejects.toThrow(/HTTP status 50[03]/);
    await expect(db.query("SELECT 1 AS one")).rejects.toThrow("HTTP status 503");
    // The fake's pool would wait 10 s for a connection.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await app.sandbox.postgres.restart();
    expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect((await sandbox.databaseCounts()).errors).toBeGreaterThanOrEqual(2);
  });
});
