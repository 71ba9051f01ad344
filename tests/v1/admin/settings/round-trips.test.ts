import { afterAll, beforeAll, expect, test } from "vitest";
import { createPriceLevel, updatePriceLevel } from "../../../../worker/contract/v1/admin/price-levels.ts";
import { createIndustry, updateIndustry } from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { actorsOn } from "../../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../../support/app.ts";
import { expectAccepted, type Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { countRoundTrips } from "../../../support/round-trips.ts";
let worker: RecordedWorker;
let client: Client;
beforeAll(async () => {
  worker = await startRecordedWorker();
  ({ client } = await actorsOn({ query, factories: factoriesOn(query), url: worker.url }).signedInAdmin());
});
afterAll(() => worker?.stop());

test.each([
  ["an industry", createIndustry, updateIndustry],
  ["a price level", createPriceLevel, updatePriceLevel],
] as const)("%s is created and renamed in two round trips each", async (_, create, update) => {
  let id = "";
  const add = async () => {
    const answer = await client.call(create, { body: { name: unique("One") } });
    ({ id } = answer.reply());
    return answer;
  };
  expect(await countRoundTrips(worker, add)).toBe(2);
  const rename = () => expectAccepted(client.call(update, { params: { id }, body: { name: unique("Two") } }));
  expect(await countRoundTrips(worker, rename)).toBe(2);
});
