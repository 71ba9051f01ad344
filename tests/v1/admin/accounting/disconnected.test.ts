// A shop whose settings of NetSuite are removed while work for it waits and has failed.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getOrganizationsTask } from "../../../../worker/contract/v1/admin/net-suite.ts";
import { getOverview } from "../../../../worker/contract/v1/admin/overview.ts";
import { receiveCustomer } from "../../../../worker/contract/v1/callbacks/net-suite.ts";
import { readWords } from "../../../http/pages/words.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { createClient } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";
import { noAccountingVars } from "../../../support/accounting/app.ts";

const alarmReceiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200).end());
});
let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let query: Query;
beforeAll(async () => {
  await new Promise<void>((resolve) => alarmReceiver.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const { port } = alarmReceiver.address() as AddressInfo;
  app = await startOwnApp({ ALARM_URL: `http://127.0.0.1:${port}/` });
  sandbox = sandboxAt(app.sandbox.url);
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(async () => {
  await app?.stop();
  await new Promise((resolve) => alarmReceiver.close(resolve));
});

const listWaiting = () => query("select 1 from told_customers");
const raiseAlarms = async () => {
  await sandbox.runJob("raise-alarms");
  return (await query<{ name: string }>("select name from alarms order by name")).map(({ name }) => name);
};

test("work for a service that is turned off wakes no worker, and its alarms and needs end", async () => {
  await sandbox.addFault({ service: "net-suite", kind: "status", value: 503, times: 1000 });
  // A failure of two days ago is another one.
  await query(
    `insert into partners (name, failing_since, failed_at)
     values ('net-suite', now() - interval '2 days', now() - interval '2 days')
     on conflict (name) do update set failing_since = excluded.failing_since, failed_at = excluded.failed_at`,
  );
  const webhook = { params: { customer_id: "1001" }, headers: { "x-net-suite-token": "net_suite_sandbox" } };
  expect((await createClient({ url: app.worker.url }).call(receiveCustomer, webhook)).status).toBe(200);
  expect(await listWaiting()).toHaveLength(1);
  await sandbox.runJob("organizations");
  expect(
    await query("select 1 from partners where name = 'net-suite' and failing_since > now() - interval '1 hour'"),
  ).toHaveLength(1);
  await query("update partners set failing_since = failing_since - interval '1 hour' where name = 'net-suite'");
  expect(await raiseAlarms()).toEqual(["integrations-unreachable", "jobs-failed"]);

  await app.killWorker();
  Object.assign(app.sandbox.vars, noAccountingVars);
  await app.startWorker();
  await query("update told_customers set next_at = now(), lease_until = now()");
  await sandbox.runJob("continue-tasks");
  expect(await listWaiting()).toEqual([]);
  expect(await raiseAlarms()).toEqual([]);
  // The last run remains readable (O-089).
  const { client } = await actorsOn({ query, factories: factoriesOn(query), url: app.worker.url }).signedInAdmin();
  expect((await client.call(getOrganizationsTask)).reply()).toMatchObject({ status: "failed" });
  expect((await client.call(getOverview)).reply().tasks_failed).toBe(0);
  expect(await readWords(client, "/admin/integrations?tasks=failed&still=1")).not.toContain("Organizations from");
});
