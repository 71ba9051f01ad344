import { describe, expect, test } from "vitest";
import {
  createShippingRate,
  deleteShippingRate,
  listAdminShippingRates,
  updateShippingRate,
} from "../../../worker/contract/v1/admin/shipping-rates.ts";
import { listShippingRates } from "../../../worker/contract/v1/store/cart.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createRate, findFreeCountry } from "../../support/shipping/rates.ts";

const listAuditRows = (id: string) =>
  query<{ action: string; changes: unknown }>(
    "select action, data -> 'changes' as changes from audit_log where subject_type = 'shipping_rate' and subject_id = $1 order by created_at, id",
    [id],
  );

test("a rate is made, listed, changed and deleted, each with its entry in the audit log", async () => {
  const { admin, rate, country } = await createRate({ free_from: 500_00 });
  expect(rate).toMatchObject({
    country,
    option: "Ground",
    price: 20_00,
    days_min: 2,
    days_max: 4,
    free_from: 500_00,
    is_active: true,
  });
  const { data, meta } = (await admin.call(listAdminShippingRates, { query: { country } })).reply();
  const { success: _success, ...listed } = rate;
  expect([data, meta]).toEqual([[listed], { limit: 20, offset: 0, count: 1 }]);
  const params = { id: rate.id };
  const body = { price: 25_00, free_from: null, updated_at: rate.updated_at };
  const changed = (await admin.call(updateShippingRate, { params, body })).reply();
  expect(changed).toMatchObject({ option: "Ground", price: 25_00, free_from: null, days_min: 2 });
  expect(changed.updated_at > rate.updated_at).toBe(true);
  expect((await admin.call(updateShippingRate, { params, body })).errcode).toBe("OBJECT_OUTDATED");
  expect((await admin.call(deleteShippingRate, { params })).status).toBe(200);
  expect((await admin.call(deleteShippingRate, { params })).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
  expect((await admin.call(updateShippingRate, { params, body: { price: 1 } })).errcode).toBe(
    "SHIPPING_RATE_NOT_FOUND",
  );
  expect(await listAuditRows(rate.id)).toMatchObject([
    { action: "createShippingRate", changes: { price: [null, 2000], country: [null, country] } },
    { action: "updateShippingRate", changes: { price: [2000, 2500], free_from: [50000, null] } },
    { action: "deleteShippingRate", changes: { option: ["Ground", null] } },
  ]);
});

test("an option has its name once per country, whatever its case, also when it is renamed", async () => {
  const { admin, rate, country } = await createRate();
  const duplicate = { country: country.toLowerCase(), option: " GROUND ", price: 1 };
  expect((await admin.call(createShippingRate, { body: duplicate })).errcode).toBe("SHIPPING_RATE_EXISTS");
  const other = await createRate({ country, option: "Express" });
  const renamed = await admin.call(updateShippingRate, { params: { id: other.rate.id }, body: { option: "ground" } });
  expect([renamed.status, renamed.errcode]).toEqual([422, "SHIPPING_RATE_EXISTS"]);
  const otherCountry = await findFreeCountry();
  const moved = await admin.call(updateShippingRate, { params: { id: rate.id }, body: { country: otherCountry } });
  expect(moved.reply().country).toBe(otherCountry);
});

test("of twenty that add the same option at once one does", async () => {
  const [{ client }, country] = [await signedInAdmin(), await findFreeCountry()];
  const body = { country, option: "Ground", price: 1 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(createShippingRate, { body })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
});

describe("what is wrong is told by its field", () => {
  test.each([
    [{ country: "XX" }, "country", "Country must be an assigned ISO 3166 code of two letters."],
    [{ country: "ZZ" }, "country", "Country must be an assigned ISO 3166 code of two letters."],
    [{ country: "USA" }, "country", "Country must be an assigned ISO 3166 code of two letters."],
    [{ country: 1 }, "country", "Country must be a two-letter ISO 3166 code, or null for all other countries."],
    [{ option: " " }, "option", "Option is required."],
    [{ price: -1 }, "price", "Must be a whole number of US cents from 0 to 99,999,999."],
    [{ price: 1.5 }, "price", "Must be a whole number of US cents from 0 to 99,999,999."],
    [{ price: 100_000_000 }, "price", "Must be a whole number of US cents from 0 to 99,999,999."],
    [{ free_from: -1 }, "free_from", "Must be a whole number of US cents from 0 to 99,999,999."],
    [{ days_min: 5, days_max: 4 }, "days_max", "The latest day must not come before the soonest."],
    [{ days_min: 5 }, "days_max", "Tell both days, or neither."],
    [{ days_min: 0, days_max: 366 }, "days_max", "Must be a whole number of business days from 0 to 365, or null."],
  ])("%j", async (fields, name, message) => {
    const { client } = await signedInAdmin();
    const body = { country: "AQ", option: "Never made", price: 100, ...fields };
    const answer = await client.call(createShippingRate, { body: Object(body) });
    expect([answer.status, answer.issues.map(({ path, message: text }) => [path.join("."), text])]).toEqual([
      400,
      [[name, message]],
    ]);
  });

  test("a day that does not fit the one that is there", async () => {
    const { admin, rate } = await createRate();
    for (const body of [{ days_min: 5 }, { days_max: null }]) {
      const answer = await admin.call(updateShippingRate, { params: { id: rate.id }, body });
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["days_max"]]);
    }
  });
});

test("an inactive rate is offered to nobody, and does not lead to the rates of everywhere else", async () => {
  const { admin, rate, country } = await createRate();
  const { client } = await signedIn({ roles: ["buyer", "user"] });
  const fetchOffers = async () => client.call(listShippingRates, { query: { country } });
  expect((await fetchOffers()).reply().data.map(({ id }) => id)).toEqual([rate.id]);
  await admin.call(updateShippingRate, { params: { id: rate.id }, body: { is_active: false } });
  expect((await fetchOffers()).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
  await admin.call(deleteShippingRate, { params: { id: rate.id } });
  const otherRates = (await fetchOffers()).reply().data;
  expect([otherRates.length > 0, otherRates.every((each) => each.country === null)]).toEqual([true, true]);
});

test("the list is filtered, sorted and searched", async () => {
  const { admin, country } = await createRate({ option: "Ground", price: 30_00 });
  await createRate({ country, option: "Air", price: 20_00, is_active: false });
  const listNames = async (filters: Record<string, string>) =>
    (await admin.call(listAdminShippingRates, { query: { country, ...filters } }))
      .reply()
      .data.map(({ option }) => option);
  expect(await listNames({ sort: "price" })).toEqual(["Air", "Ground"]);
  expect(await listNames({ sort: "-option" })).toEqual(["Ground", "Air"]);
  expect(await listNames({ sort: "country" })).toEqual(["Air", "Ground"]);
  expect(await listNames({ is_active: "true" })).toEqual(["Ground"]);
  expect(await listNames({ search: "roun" })).toEqual(["Ground"]);
  const generalRates = (await admin.call(listAdminShippingRates, { query: { country: "none" } })).reply().data;
  expect([generalRates.length > 0, generalRates.every((each) => each.country === null)]).toEqual([true, true]);
});
