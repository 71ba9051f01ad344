import { afterAll, beforeAll, expect, test } from "vitest";
import { createPriceLevel, updatePriceLevel } from "../../../../worker/contract/v1/admin/price-levels.ts";
import { createIndustry, updateIndustry } from "../../../../worker/contract/v1/admin/settings/industries.ts";
import { actorsOn } from "../../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../../support/app.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { roundTripsOf } from "../../../support/round-trips.ts";
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
  const created = async () => ({ id } = (await client.call(create, { body: { name: unique("One") } })).reply());
  expect(await roundTripsOf(worker, created)).toBe(2);
  const renamed = async () => (await client.call(update, { params: { id }, body: { name: unique("Two") } })).reply();
  expect(await roundTripsOf(worker, renamed)).toBe(2);
});
