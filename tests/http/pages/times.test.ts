import { beforeAll, expect, test } from "vitest";
import { shop } from "../../support/store.ts";

const at = "2026-03-01T02:30:00.000Z";
let buyer: Awaited<ReturnType<typeof shop.purchase>>;
let path: string;
beforeAll(async () => {
  buyer = await shop.purchase([await shop.createProduct()]);
  await shop.query("update orders set created_at = $1 where id = $2", [at, buyer.bought.order_id]);
  path = `/portal/orders/${buyer.bought.order_id}`;
});

/** The times in the main part of a page, for a viewer in the zone that the edge names in its metadata. */
async function readTimes(address: string, timezone: string) {
  const headers = { "MF-CF-Blob": JSON.stringify({ timezone }) };
  const answer = await buyer.client.fetch(address, { headers });
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
  for (const place of [path, "/portal/orders"])
    expect((await readTimes(place, zone))[0], place).toEqual([at, `${day}, ${time} ${zone}`, day]);
});

test.each(["", "Mars/Olympus", "<script>"])("an invalid zone (%s) is UTC", async (zone) => {
  expect((await readTimes(path, zone))[0]?.[1]).toBe("1 Mar 2026, 02:30 UTC");
});
