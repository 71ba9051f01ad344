import { afterAll, beforeAll, expect, test } from "vitest";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../words.ts";

const productCount = 3000;

// An own app, because each look-up of serial numbers reads all products.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

test("a hundred serial numbers are looked up among thousands of products, and twenty added", async () => {
  await query(
    `insert into products (name, patterns)
     select 'Meter ' || n, array['MT' || n || '-\\d{5}'] from generate_series(1, $1::int) n`,
    [productCount],
  );
  const actors = actorsOn({ query, factories: factoriesOn(query), url: app.worker.url });
  const { client } = await actors.signedIn({ roles: ["buyer", "user"] });
  const serials = Array.from({ length: 100 }, (_, at) => `MT${productCount - at * 20}-${10_000 + at}`);
  const searchParams = new URLSearchParams({ serials: serials.join("\r\n") });
  expect(await readWords(client, `/portal/devices/add?${searchParams}`)).toContain("100 of 100 can be added.");
  const addAnswer = await postForm(
    client,
    "/portal/devices/add",
    serials.slice(0, 20).map((serial) => ["serials", serial]),
  );
  expect(addAnswer.status).toBe(303);
  expect(await query("select 1 from devices where serial = any($1)", [serials])).toHaveLength(20);
});
