import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keptNames } from "../../../db/kept-names.ts";
import { keptName, withKeptPlan } from "../../../db/kept-plans.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { keptText } from "../../support/large/kept-statement.ts";
import { recordStatements, type StatementRecorder } from "../../support/statement-recorder.ts";
import { hotCalls, statementOf } from "./hot-calls.ts";

let recorder: StatementRecorder;
let worker: LoggedWorker;
let client: Client;
beforeAll(async () => {
  recorder = await recordStatements(inject("workerVars").NEON_FETCH_ENDPOINT ?? "");
  worker = await startSecondWorker({ NEON_FETCH_ENDPOINT: recorder.url });
  const factories = factoriesOn(query);
  const { id } = await factories.createUser({ roles: ["org", "buyer"] });
  client = createClient({ session: await factories.createSession(id), url: worker.url });
});
afterAll(async () => {
  await worker?.stop();
  await recorder?.stop();
});

test.each(hotCalls)(
  "the database keeps the plan of %s's statement, word for word (`npm run db:keep`)",
  async (path) => {
    const text = await statementOf(path);
    expect(keptNames[path]).toBe(keptName(text));
    expect(await keptText(query, keptName(text))).toBe(text);
  },
);

test.each(hotCalls)("%s is asked of the function that keeps its plan", async (path) => {
  recorder.take();
  expect((await client.fetch(path)).status).toBe(200);
  expect(recorder.take()[0]?.query).toMatch(new RegExp(`^select \\* from ${keptNames[path]}\\(\\$1[$, \\d]*\\)$`));
});

test("a statement that differs in a letter is sent as it stands", async () => {
  const text = await statementOf("/v1/client/orders");
  const other = text.replace("o.note", "o.nope");
  expect(withKeptPlan({ text: other, values: [] }).text).toBe(other);
  expect(withKeptPlan({ text, values: ["a", 1] }).text).toBe(`select * from ${keptNames["/v1/client/orders"]}($1, $2)`);
});
