import { z } from "zod";
import { until } from "../../../sandbox/process/deadline.ts";
import type { getOrganizationsTask, getProductsTask } from "../../../worker/contract/v1/admin/net-suite.ts";
import type { ReplyOf } from "../../../worker/contract/endpoint.ts";
import { actorsOn } from "../actors.ts";
import { startOwnApp } from "../app.ts";
import { openDatabase } from "../database.ts";
import { factoriesOn } from "../factories.ts";
import { patienceMs } from "../patience.ts";
import { sandboxAt } from "../sandbox.ts";
import { setPreferences } from "./records.ts";

type TaskCall = typeof getOrganizationsTask | typeof getProductsTask;
type Task = NonNullable<ReplyOf<TaskCall>>;
const recordSchema = z.object({ id: z.string() });
const statsSchema = z.object({ calls: z.number(), max_in_flight: z.number() });

/** Settings of a shop without an accounting system. */
export const noAccountingVars = {
  NETSUITE_API_URL: "",
  NETSUITE_CLIENT_ID: "",
  NETSUITE_CERTIFICATE_ID: "",
  NETSUITE_PRIVATE_KEY: "",
};

/** Starts a separate shop with its accounting system and an administrator. Stop it in afterAll. */
export async function startAccountingApp(options: Parameters<typeof startOwnApp>[1] = {}) {
  const app = await startOwnApp({}, options);
  const sandbox = sandboxAt(app.sandbox.url);
  const query = openDatabase(app.sandbox.databaseUrl);
  const factories = factoriesOn(query);
  const admin = await actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
  const readTask = async (call: TaskCall): Promise<Task> => (await admin.client.call(call)).reply();
  return {
    app,
    sandbox,
    query,
    factories,
    admin,
    readTask,
    /** Creates a record, or changes the one with the given id, as an accountant does; returns its id. */
    async enter(type: "customer" | "item", fields: object, id?: string): Promise<string> {
      const response = await sandbox.post("/net-suite/records", { type, fields, ...(id === undefined ? {} : { id }) });
      if (!response.ok) throw new Error(await response.text());
      return recordSchema.parse(await response.json()).id;
    },
    async remove(type: "customer" | "item", id: string): Promise<void> {
      const body = JSON.stringify({ type, id });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${sandbox.url}/net-suite/records`, { method: "DELETE", headers, body });
      if (!response.ok) throw new Error(await response.text());
    },
    setPreferences: (change: object) => setPreferences(sandbox, change),
    stats: async () => statsSchema.parse(await (await fetch(`${sandbox.url}/net-suite/stats.json`)).json()),
    async ended(call: TaskCall, withinMs = patienceMs): Promise<Task> {
      let task = await readTask(call);
      await until(withinMs, async () => (task = await readTask(call)).status !== "processing");
      return task;
    },
    stop: () => app.stop(),
  };
}
export type AccountingApp = Awaited<ReturnType<typeof startAccountingApp>>;
