import { expect, test } from "vitest";
import { timeZones } from "../../../../worker/contract/time-zones.ts";
import * as contract from "../../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";

/** This test saves the current time zone unchanged: figures of money depend on the zone, and other tests read them. */
test("a shop has a time zone, which changes by the version that was read and is audited", async () => {
  const { client, user } = await signedInAdmin();
  const before = (await client.call(contract.getShopSettings)).reply();
  const { time_zone, updated_at } = before;
  const saved = (await client.call(contract.updateShopSettings, { body: { time_zone, updated_at } })).reply();
  expect(saved.time_zone).toBe(time_zone);
  const late = await client.call(contract.updateShopSettings, { body: { time_zone, updated_at } });
  expect([late.status, late.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  const audit = await query(
    "select subject_type, subject_id from audit_log where actor_id = $1 and action = 'updateShopSettings'",
    [user.id],
  );
  expect(audit).toEqual([{ subject_type: "shop_settings", subject_id: "shop" }]);
});

test.each(["", "Mars/Olympus", "+05:00", "utc ", "EST5EDT4"])("%j is no time zone", async (time_zone) => {
  const { client } = await signedInAdmin();
  const answer = await client.call(contract.updateShopSettings, { body: { time_zone } });
  expect(answer.status).toBe(400);
});

test("every zone that can be chosen is one of the database", async () => {
  const databaseZones = await query<{ name: string }>("select name from pg_timezone_names");
  const names = new Set(databaseZones.map(({ name }) => name));
  expect(timeZones().filter((name) => !names.has(name))).toEqual([]);
  const formatIn = (timeZone: string) => new Intl.DateTimeFormat("en-US", { timeZone }).format();
  for (const name of timeZones()) expect(() => formatIn(name), name).not.toThrow();
  expect(timeZones()).toEqual(expect.arrayContaining(["Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv"]));
});
