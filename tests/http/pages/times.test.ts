import { beforeAll, expect, test } from "vitest";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { zoneHeaders } from "../../support/days.ts";
import { shop } from "../../support/store.ts";

import { createOrganizationRows } from "../organization-rows.ts";

const createdAt = "2026-03-01T02:30:00.000Z";
let buyer: Awaited<ReturnType<typeof shop.purchase>>;
let path: string;
beforeAll(async () => {
  buyer = await shop.purchase([await shop.createProduct()]);
  await shop.query("update orders set created_at = $1 where id = $2", [createdAt, buyer.bought.order_id]);
  path = `/portal/orders/${buyer.bought.order_id}`;
});

async function readTimes(address: string, timezone: string, client = buyer.client) {
  const headers = zoneHeaders(timezone);
  const answer = await client.fetch(address, { headers });
  expect(answer.status, address).toBe(200);
  const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
  return [...main.matchAll(/<time datetime="([^"]*)" title="([^"]*)">([^<]*)</gi)].map((parts) => parts.slice(1));
}

test.each([
  ["America/Los_Angeles", "28 Feb 2026", "18:30"],
  ["Asia/Kolkata", "1 Mar 2026", "08:00"],
  ["UTC", "1 Mar 2026", "02:30"],
] as const)("a viewer in %s reads the day %s, and the exact time with its zone on hover", async (zone, day, time) => {
  const titles = (await readTimes("/portal/sessions", zone)).map(([, title]) => title);
  expect(titles[0]).toMatch(new RegExp(` ${zone}$`));
  for (const listPath of [path, "/portal/orders"])
    expect((await readTimes(listPath, zone))[0], listPath).toEqual([createdAt, `${day}, ${time} ${zone}`, day]);
});

test.each([
  ["America/Los_Angeles", "28 Feb 2026, 18:30 PST"],
  ["Asia/Kolkata", "1 Mar 2026, 08:00 GMT+5:30"],
  ["UTC", "1 Mar 2026, 02:30 UTC"],
] as const)("where the time of day is written, the zone of %s is, too", async (zone, text) => {
  const { client } = await signedInAdmin();
  const { cart_no } = await createOrganizationRows();
  const [cart] = await query<{ id: string }>("update carts set updated_at = $1 where cart_no = $2 returning id", [
    createdAt,
    cart_no,
  ]);
  const times = await readTimes(`/admin/carts/${cart?.id}`, zone, client);
  expect(times.filter(([datetime]) => datetime === createdAt).map(([, , shown]) => shown)).toContain(text);
});

test.each(["", "Mars/Olympus", "<script>"])("an invalid zone (%s) is UTC", async (zone) => {
  expect((await readTimes(path, zone))[0]?.[1]).toBe("1 Mar 2026, 02:30 UTC");
});
