import { afterAll, beforeAll, expect, test } from "vitest";
import { takeClientLog } from "../../../../worker/contract/v1/application.ts";
import { createUser } from "../../../../worker/contract/v1/admin/users.ts";
import { type Actor, actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn, uniqueEmail } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  admin = await actorsOn({
    query: database,
    factories: factoriesOn(database),
    url: app.worker.url,
  }).signedInAdmin();
});
afterAll(() => app?.stop());

/** The main part of the search page, without the links that every console page has. */
async function search(id: string | null): Promise<string> {
  const html = await (await admin.client.fetch(`/admin/search?q=${id}`)).text();
  return html.slice(html.indexOf("<main"));
}

test("the console finds by the id of a request what it did, the messages it left, and what a browser reported with it", async () => {
  await sandboxAt(app.sandbox.url).addFault({ service: "email", kind: "status", value: 500, times: 1_000_000 });
  const email = uniqueEmail();
  const { headers } = await admin.client.call(createUser, {
    body: { email, first_name: "Tracy", last_name: "Found", roles: ["user"], org_id: admin.user.org_id },
  });
  const html = await search(headers.get("x-request-id"));
  expect(html).toContain("Tracy Found");
  expect(html.replaceAll("<wbr/>", "")).toContain(email);
  expect(html).toMatch(/href="\/admin\/integrations\/outbox\/\d+"/);
  expect(html).not.toContain("Browser error");

  const report = await admin.client.call(takeClientLog, {
    body: { message: "TypeError: traced", level: "error", event: { type: "error" } },
  });
  await expect.poll(() => search(report.headers.get("x-request-id"))).toContain("TypeError: traced");
});

test("an id of which nothing is known says where its lines are", async () => {
  expect(await search(crypto.randomUUID())).toContain("the request changed nothing");
});

test("each statement begins with the id of its request", async () => {
  await database("create table seen as select ''::text as query where false");
  await database("grant insert on seen to public");
  await database(`create function note() returns trigger language plpgsql as $$ begin
    insert into seen select query from pg_stat_activity where pid = pg_backend_pid(); return new; end $$`);
  await database("create trigger noted before insert on audit_log for each row execute function note()");
  const { headers } = await admin.client.call(createUser, {
    body: { email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"], org_id: admin.user.org_id },
  });
  const rows = await database<{ query: string }>("select query from seen");
  await database("drop trigger noted on audit_log");
  expect(rows.map(({ query }) => query.slice(0, 43))).toContain(`/* ${headers.get("x-request-id")} */ `);
});

test("a call of the carrier carries the id of its job, and the log has a line of it", async () => {
  const sandbox = sandboxAt(app.sandbox.url);
  await database(
    `insert into packages (order_id, status, tracking_id, freight_carrier)
     select id, 'sent', 'FX1', 'Fulex' from orders limit 1`,
  );
  await sandbox.runJob("shipping");
  const findLine = () =>
    app.lines.map((text) => JSON.parse(text)).find((each) => each.event === "call" && each.integration === "fulex");
  const line = { method: expect.any(String), ms: expect.any(Number), answered: true };
  await expect.poll(findLine).toMatchObject(line);
  const calls = await sandbox.callsTo("fulex");
  expect(calls.map(({ transaction_id }) => transaction_id)).toContain(findLine().request_id);
});
