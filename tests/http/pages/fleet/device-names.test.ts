import { expect, test } from "vitest";
import { signedIn } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { createProduct, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createSoftware, createVersion } from "../../../support/software/rows.ts";
import { readControls } from "../controls.ts";
import { readWords } from "../words.ts";

async function createFleet(count = 1) {
  const [manager, product] = [await signedIn({ roles: ["org", "user"] }), await createProduct()];
  const devices = await query<{ id: string; serial: string }>(
    `insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[]) returning id, serial`,
    [manager.user.org_id, product.id, Array.from({ length: count }, () => unique("NAMED"))],
  );
  const ids = devices.map(({ id }) => id);
  const stored = () =>
    query("select name, site, tags from devices where org_id = $1 order by array_position($2::uuid[], id)", [
      manager.user.org_id,
      ids,
    ]);
  return { ...manager, product, devices, ids, stored };
}

test("a device's page saves its name, site and tags, and shows again what was refused", async () => {
  const { client, devices, stored, user } = await createFleet();
  const [{ id, serial } = { id: "", serial: "" }] = devices;
  const path = `/portal/devices/${id}`;
  const saveAnswer = await postForm(client, `${path}/edit`, [
    ["name", "Press, left"],
    ["site", "Chicago"],
    ["tags", "spare, line 2,spare"],
  ]);
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, path]);
  expect(await readWords(client, path)).toContain("Press, left is saved.");
  expect(await stored()).toEqual([{ name: "Press, left", site: "Chicago", tags: ["line 2", "spare"] }]);
  const refusal = await postForm(client, `${path}/edit`, [
    ["name", "Press, right"],
    ["site", "s".repeat(65)],
    ["tags", "a"],
  ]);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain('value="Press, right"');
  const versionAnswer = await postForm(client, `${path}/installed-version`, [["version", "1.4.0"]]);
  expect(versionAnswer.status).toBe(303);
  expect(await readWords(client, path)).toMatch(/1\.4\.0, reported on /);
  const wrongAnswer = await postForm(client, `${path}/installed-version`, [["version", "the new one"]]);
  expect([wrongAnswer.status, await wrongAnswer.text()]).toEqual([
    422,
    expect.stringContaining("Enter a version such as 1.5.0."),
  ]);
  // a user without the permission reads the fields and cannot change them
  const member = await signedIn({ org_id: user.org_id });
  const pageText = await readWords(member.client, path);
  expect(pageText).toContain("Site Chicago");
  expect(pageText).toContain(serial);
  expect((await postForm(member.client, `${path}/edit`, [["name", "Mine"]])).status).toBe(403);
  const stranger = await signedIn({ roles: ["org", "user"] });
  expect(
    (
      await postForm(stranger.client, `${path}/edit`, [
        ["name", "Mine"],
        ["tags", ""],
      ])
    ).status,
  ).toBe(404);
  expect(await stored()).toEqual([{ name: "Press, left", site: "Chicago", tags: ["line 2", "spare"] }]);
});

test("a version that is refused leaves name, site and tags in their form, so that saving it clears none", async () => {
  const { client, ids, stored } = await createFleet();
  const path = `/portal/devices/${ids[0]}`;
  await query("update devices set name = 'Press', site = 'Chicago', tags = '{spare}' where id = $1", [ids[0]]);
  const refusal = await postForm(client, `${path}/installed-version`, [["version", "the new one"]]);
  expect(refusal.status).toBe(422);
  expect((await postForm(client, `${path}/edit`, readControls(await refusal.text()))).status).toBe(303);
  expect(await stored()).toEqual([{ name: "Press", site: "Chicago", tags: ["spare"] }]);
});

test("several get a site and tags at once, and what is left empty stays", async () => {
  const { client, ids, stored } = await createFleet(3);
  const [one = "", two = ""] = ids;
  const selectionFields = (fields: Record<string, string>): [string, string][] => [
    ["id", one],
    ["id", two],
    ...Object.entries({ site: "", add_tags: "", remove_tags: "", ...fields }),
  ];
  const edit = (fields: Record<string, string>) => postForm(client, "/portal/devices/edit", selectionFields(fields));
  expect((await edit({ site: "Boston", add_tags: "spare, line 2" })).status).toBe(303);
  expect((await edit({ add_tags: "SPARE, new", remove_tags: "Line 2" })).status).toBe(303);
  const [unchangedDevice] = [{ name: null, site: null, tags: [] }];
  expect(await stored()).toEqual([
    { name: null, site: "Boston", tags: ["new", "spare"] },
    { name: null, site: "Boston", tags: ["new", "spare"] },
    unchangedDevice,
  ]);
  expect((await edit({ is_site_cleared: "true" })).status).toBe(303);
  expect(await stored()).toMatchObject([{ site: null }, { site: null }, unchangedDevice]);
  const manyAnswer = await edit({ add_tags: Array.from({ length: 20 }, (_, n) => `t${n}`).join(",") });
  expect(manyAnswer.status, "22 tags").toBe(422);
  expect(await manyAnswer.text()).toContain("A device has at most 20 tags. None of the 2 was changed.");
  expect(await stored()).toMatchObject([{ tags: ["new", "spare"] }, { tags: ["new", "spare"] }, unchangedDevice]);
});

test("list, view and file show names, sites, tags and updates, and the filters offer them", async () => {
  const { client, ids, product } = await createFleet(2);
  await query(
    "update devices set name = 'Press', site = 'Chicago', tags = '{spare}', installed_version = '1.0.0' where id = $1",
    [ids[0]],
  );
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "1.1.0", published: 3 });
  const pageText = await readWords(client, "/portal/devices");
  for (const text of ["Press", "Chicago", "spare", "1.1.0 available", "Every site", "Every tag", "Updates available 1"])
    expect(pageText).toContain(text);
  expect(await readWords(client, "/portal/devices?has_update=true")).toContain("Devices 1 device");
  const file = await (await client.fetch("/portal/devices?format=csv&site=Chicago")).text();
  expect(file.trimEnd().split("\r\n")).toHaveLength(2);
  expect(file).toContain('"Press","Chicago","spare"');
  expect(await readWords(client, "/portal")).toContain("A device has an update 1 Update it");
});
