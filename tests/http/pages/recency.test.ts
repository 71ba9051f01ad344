import { expect, test } from "vitest";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { zoneHeaders } from "../../support/days.ts";
import { readWords } from "./words.ts";

/** A zone in which it is about `hour` now. Names of Etc zones have the opposite sign: Etc/GMT-2 is UTC+2. */
function zoneAt(hour: number): string {
  const offsetHours = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return offsetHours === 0 ? "UTC" : `Etc/GMT${offsetHours > 0 ? "-" : "+"}${Math.abs(offsetHours)}`;
}

test("notifications are grouped by the viewer's days while the newest come first", async () => {
  const { client, user } = await signedIn();
  await query(
    `insert into notifications (user_id, type, payload, created_at)
     select $1, 'userReactivated', '{}', now() - age::interval from unnest(array['1 hour', '1 day', '6 days 1 hour', '8 days']) age`,
    [user.id],
  );
  const readGroups = async (path: string, zone: string) =>
    (await readWords(client, path, { headers: zoneHeaders(zone) })).match(/\b(Today|This week|Earlier)\b/g);
  expect(await readGroups("/portal/notifications", zoneAt(12))).toEqual(["Today", "This week", "Earlier"]);
  expect(await readGroups("/portal/notifications", zoneAt(0))).toEqual(["This week", "Earlier"]);
  expect(await readGroups("/portal/notifications?sort=created_at", zoneAt(12))).toBeNull();
});
