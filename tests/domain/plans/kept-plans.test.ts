import { afterAll, beforeAll, expect, test } from "vitest";
import { keptNames } from "../../../db/kept-names.ts";
import { keptCall, keptName } from "../../../db/kept-plans.ts";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { keptText } from "../../support/large/kept-statement.ts";
import { shop } from "../../support/store.ts";
import { hotStatements, requestOf, statementOf } from "./hot-calls.ts";

let worker: RecordedWorker;
let client: Client;
beforeAll(async () => {
  worker = await startRecordedWorker();
  const factories = factoriesOn(query);
  const { id } = await factories.createUser({ roles: ["org", "buyer"] });
  client = createClient({ session: await factories.createSession(id), url: worker.url });
  // the open cart, as most who buy have one
  await client.fetch("/v1/store/cart");
});
afterAll(() => worker?.stop());

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
  worker.recorder.take();
  expect((await client.fetch(path, { ...request, headers })).status).toBe(200);
  expect(worker.recorder.take()[hot.index]?.query).toMatch(
    new RegExp(`^select ${keptNames[name]}\\(\\$1[$, \\d]*\\) as rows`),
  );
});

test("a statement that differs in a letter is sent as it stands", async () => {
  const [orders] = hotStatements.filter(({ name }) => name === "/v1/client/orders");
  const text = orders ? await statementOf(orders) : "";
  expect(keptCall(text.replace("o.note", "o.nope"), 2)).toBeUndefined();
  expect(keptCall(text, 2)).toBe(`select ${keptNames["/v1/client/orders"]}($1, $2) as rows`);
});
