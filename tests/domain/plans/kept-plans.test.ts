import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keptNames } from "../../../db/kept-names.ts";
import { keptCall, keptName } from "../../../db/kept-plans.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { keptText } from "../../support/large/kept-statement.ts";
import { recordStatements, type StatementRecorder } from "../../support/statement-recorder.ts";
import { shop } from "../../support/store.ts";
import { hotStatements, requestOf, statementOf } from "./hot-calls.ts";

let recorder: StatementRecorder;
let worker: LoggedWorker;
let client: Client;
beforeAll(async () => {
  recorder = await recordStatements(inject("workerVars").NEON_FETCH_ENDPOINT ?? "");
  worker = await startSecondWorker({ NEON_FETCH_ENDPOINT: recorder.url });
  const factories = factoriesOn(query);
  const { id } = await factories.createUser({ roles: ["org", "buyer"] });
  client = createClient({ session: await factories.createSession(id), url: worker.url });
  // the open cart, as most who buy have one
  await client.fetch("/v1/store/cart");
});
afterAll(async () => {
  await worker?.stop();
  await recorder?.stop();
});

const named = hotStatements.map((hot) => [hot.name, hot] as const);
test.each(named)(
  "the database keeps the plan of %s's statement, word for word (`npm run db:keep`)",
  async (name, hot) => {
    const text = await statementOf(hot);
    expect(keptNames[name]).toBe(keptName(text));
    expect(await keptText(query, keptName(text))).toBe(text);
  },
);

test.each(named)("%s is asked of the function that keeps its plan", async (name, hot) => {
  const { path, ...request } = requestOf(hot, (await shop.createProduct()).id);
  const headers = { "content-type": "application/json" };
  recorder.take();
  expect((await client.fetch(path, { ...request, headers })).status).toBe(200);
  expect(recorder.take()[hot.index]?.query).toMatch(
    new RegExp(`^select ${keptNames[name]}\\(\\$1[$, \\d]*\\) as rows`),
  );
});

test("a statement that differs in a letter is sent as it stands", async () => {
  const [orders] = hotStatements.filter(({ name }) => name === "/v1/client/orders");
  const text = orders ? await statementOf(orders) : "";
  expect(keptCall(text.replace("o.note", "o.nope"), 2)).toBeUndefined();
  expect(keptCall(text, 2)).toBe(`select ${keptNames["/v1/client/orders"]}($1, $2) as rows`);
});
