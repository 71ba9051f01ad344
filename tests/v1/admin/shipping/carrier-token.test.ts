import { afterAll, beforeAll, expect, test } from "vitest";
import { startShippingTask } from "../../../../worker/contract/v1/admin/shipping.ts";
import { listTaskRuns } from "../../../../worker/contract/v1/admin/tasks.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import type { Client } from "../../../support/client.ts";
import { openDatabase } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let admin: Client;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  const query = openDatabase(app.sandbox.databaseUrl);
  admin = (await actorsOn({ query, factories: factoriesOn(query), url: app.worker.url }).signedInAdmin()).client;
  const [order] = await query<{ id: string }>("select id from orders order by id limit 1");
  await query(
    `insert into packages (id, order_id, status, tracking_id, freight_carrier) values (uuidv7(), $1, 'sent', 'FX1', 'Fulex')`,
    [order?.id],
  );
});
afterAll(() => app?.stop());

test("a carrier that gives us no token is asked for one once in a run: it shuts out who goes on asking", async () => {
  await sandbox.addFault({ service: "fulex", path: "/oauth/token", kind: "status", value: 403, times: 100 });
  (await admin.call(startShippingTask)).reply();
  const listRuns = async () => (await admin.call(listTaskRuns, { params: { name: "shipping" } })).reply().data;
  await expect.poll(async () => (await listRuns())[0]?.status).not.toBe("processing");
  expect((await listRuns())[0]).toMatchObject({ status: "failed", error: "fulex: a token: answered 403" });
  expect((await sandbox.callsTo("fulex")).map(({ path }) => path)).toEqual(["/fulex/oauth/token"]);
});
