import { expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createProduct, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { readWords } from "../words.ts";

async function createFleet(count: number) {
  const [manager, product] = [await signedIn({ roles: ["org", "user"] }), await createProduct()];
  const devices = await query<{ id: string; serial: string }>(
    `insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[]) returning id, serial`,
    [manager.user.org_id, product.id, Array.from({ length: count }, () => unique("IMP").toUpperCase())],
  );
  const stored = () =>
    query("select name, site, tags from devices where org_id = $1 order by array_position($2::uuid[], id)", [
      manager.user.org_id,
      devices.map(({ id }) => id),
    ]);
  return { ...manager, serials: devices.map(({ serial }) => serial), stored };
}

const stripTags = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");

async function preview(client: Client, lines: string) {
  const answer = await postForm(client, "/portal/devices/import", { lines });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const [, hiddenLines = ""] = /<input type="hidden" name="lines" value="([^"]*)"/.exec(html) ?? [];
  return { html, text: stripTags(html), lines: hiddenLines.replaceAll("&quot;", '"').replaceAll("&#x27;", "'") };
}

const unchangedDevice = { name: null, site: null, tags: [] };

test("each line gets a result before anything is saved, and those that cannot be saved stay to be corrected", async () => {
  const { client, serials, stored } = await createFleet(3);
  const [one = "", two = "", three = ""] = serials;
  const lines = [
    "Site;Serial number;Name;Tags;Newest version",
    `Chicago;${one.toLowerCase()};Press, left;line 2, spare;1.0`,
    `Boston;${two};;;`,
    `;${three};;;`,
    `Boston;NONE-1;Lost;;`,
    `;${two};Again;;`,
    `;;No number;;`,
    `${"s".repeat(65)};${three};;;`,
  ].join("\r\n");
  const previewResult = await preview(client, lines);
  for (const text of [
    "2 devices will change, 1 already as listed, 4 lines cannot be saved",
    "Name: Press, left; Site: Chicago; Tags: line 2, spare",
    "Line 5: None of your devices has this serial number.",
    "Line 6: Line 3 has this serial number, too.",
    "Line 7: The serial number is missing.",
    "Line 8: Line 4 has this serial number, too.",
    "Change 2 devices",
  ])
    expect(previewResult.text).toContain(text);
  const [, remainingLines = ""] = /<textarea[^>]*>([^<]*)</.exec(previewResult.html) ?? [];
  expect(remainingLines).toContain("NONE-1");
  expect(remainingLines).not.toContain("Press");
  expect(await stored(), "nothing is saved by looking").toEqual([unchangedDevice, unchangedDevice, unchangedDevice]);
  const saveAnswer = await postForm(client, "/portal/devices/import/save", { lines: previewResult.lines });
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, "/portal/devices"]);
  const html = await (await client.fetch("/portal/devices")).text();
  expect(stripTags(html)).toContain("2 devices were changed. Undo");
  expect(await stored()).toEqual([
    { name: "Press, left", site: "Chicago", tags: ["line 2", "spare"] },
    { name: null, site: "Boston", tags: [] },
    unchangedDevice,
  ]);
  const [, request_id = ""] = /name="request_id" value="([^"]*)"/.exec(html) ?? [];
  const undoAnswer = await postForm(client, "/portal/devices/import/save/undo", { request_id });
  expect(undoAnswer.status).toBe(303);
  expect(await readWords(client, "/portal/devices")).toContain("The change was undone.");
  expect(await stored()).toEqual([unchangedDevice, unchangedDevice, unchangedDevice]);
});

test("a hyphen clears, an empty cell leaves, and the file of the list comes back without a change", async () => {
  const { client, serials, stored } = await createFleet(2);
  const [one = "", two = ""] = serials;
  await query("update devices set name = '=Press', site = 'Chicago', tags = '{\"a b\",spare}' where serial = $1", [
    one,
  ]);
  const file = await (await client.fetch("/portal/devices?format=csv")).text();
  expect((await preview(client, file)).text).toContain("0 devices will change, 2 already as listed");
  const clearPreview = await preview(client, `${one},-,,-\n${two},,,`);
  expect(clearPreview.text).toContain("Name: =Press → none; Tags: a b, spare → none");
  await postForm(client, "/portal/devices/import/save", { lines: clearPreview.lines });
  expect(await stored()).toEqual([{ name: null, site: "Chicago", tags: [] }, unchangedDevice]);
});

test("what cannot be read at all, or by others, saves nothing", async () => {
  const { client, user, serials, stored } = await createFleet(1);
  const [one = ""] = serials;
  expect((await preview(client, `${one},"open`)).text).toContain(
    "Line 1 has an opening quotation mark without a closing one.",
  );
  expect((await preview(client, "Serial,Name\r\n")).text).toContain("No line has a serial number.");
  const tooManyLines = Array.from({ length: 501 }, (_, n) => `S-${n},x`).join("\n");
  expect((await preview(client, tooManyLines)).text).toContain(
    "At most 500 lines can be read at once; this list has 501.",
  );
  const stranger = await signedIn({ roles: ["org", "user"] });
  expect((await preview(stranger.client, `${one},Mine`)).text).toContain(
    "None of your devices has this serial number.",
  );
  expect((await postForm(stranger.client, "/portal/devices/import/save", { lines: `${one},Mine` })).status).toBe(422);
  const member = await signedIn({ org_id: user.org_id });
  expect((await member.client.fetch("/portal/devices/import")).status).toBe(403);
  expect((await postForm(member.client, "/portal/devices/import/save", { lines: `${one},Mine` })).status).toBe(403);
  expect(await stored()).toEqual([unchangedDevice]);
});
